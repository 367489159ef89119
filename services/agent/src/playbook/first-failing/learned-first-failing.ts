import type { FirstFailingFeature } from './first-failing-features.js'

/**
 * How much each feature counts, in log-odds for each 1. Learned from the incidents of the project by
 * `services/agent/test/incidents/fit-weights.ts`; not to be edited.
 */
export const learnedFirstFailing: Readonly<Record<FirstFailingFeature, number>> = {
  later: -0.26,
  affectedCaller: 0.26,
  affectedCallee: -0.67,
  namedBy: 1.15,
  shows: 1.14,
  isAlerting: -0.15,
  hasSpans: 0.47,
  isStore: -1.14,
  ownFailures: 1.11,
  ownTime: 0.42,
  complains: 0.57,
  earlyLines: 0.35,
  flooded: 0.78,
}
