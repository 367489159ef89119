import type { FirstFailingFeature } from './first-failing-features.js'

/**
 * How much each feature counts, in log-odds for each 1. Learned from the incidents of the project by
 * `services/agent/test/incidents/fit-weights.ts`; not to be edited.
 */
export const learnedFirstFailing: Readonly<Record<FirstFailingFeature, number>> = {
  later: -0.22,
  affectedCaller: 0.23,
  affectedCallee: -0.51,
  namedBy: 1.14,
  shows: 1.07,
  isAlerting: -0.37,
  hasSpans: 0.48,
  isStore: -1.2,
  ownFailures: 1.03,
  ownTime: 0.42,
  complains: 0.55,
  earlyLines: 0.34,
  walkedTo: 0.94,
  flooded: 0.89,
}
