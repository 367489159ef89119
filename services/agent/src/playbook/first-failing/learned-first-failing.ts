import type { FirstFailingFeature } from './first-failing-features.js'

/**
 * How much each feature counts, in log-odds for each 1. Learned from the incidents of the project by
 * `services/agent/test/incidents/fit-weights.ts`; not to be edited.
 */
export const learnedFirstFailing: Readonly<Record<FirstFailingFeature, number>> = {
  later: -0.2,
  affectedCaller: 0.3,
  affectedCallee: -0.59,
  namedBy: 1.12,
  shows: 1.33,
  isAlerting: -0.13,
  hasSpans: 0.48,
  isStore: -1.11,
  ownFailures: 1.19,
  ownTime: 0.34,
  complains: 0.65,
  earlyLines: 0.48,
  flooded: 0.68,
}
