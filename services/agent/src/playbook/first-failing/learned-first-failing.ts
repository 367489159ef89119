import type { FirstFailingFeature } from './first-failing-features.js'

/**
 * How much each feature counts, in log-odds for each 1. Learned from the incidents of the project by
 * `services/agent/test/incidents/fit-weights.ts`; not to be edited.
 */
export const learnedFirstFailing: Readonly<Record<FirstFailingFeature, number>> = {
  later: -0.27,
  affectedCaller: 0.27,
  affectedCallee: -0.69,
  namedBy: 1.17,
  shows: 1.19,
  isAlerting: -0.16,
  hasSpans: 0.48,
  isStore: -1.14,
  ownFailures: 1.09,
  ownTime: 0.4,
  complains: 0.55,
  earlyLines: 0.34,
  flooded: 0.72,
}
