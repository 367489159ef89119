import type { FirstFailingFeature } from './first-failing-features.js'

/**
 * How much each feature counts, in log-odds for each 1. Learned from the incidents of the project by
 * `services/agent/test/incidents/fit-weights.ts`; not to be edited.
 */
export const learnedFirstFailing: Readonly<Record<FirstFailingFeature, number>> = {
  later: -0.27,
  affectedCaller: 0.25,
  affectedCallee: -0.68,
  namedBy: 1.15,
  shows: 1.17,
  isAlerting: -0.16,
  hasSpans: 0.48,
  isStore: -1.14,
  ownFailures: 1.1,
  ownTime: 0.42,
  complains: 0.56,
  earlyLines: 0.35,
  flooded: 0.78,
}
