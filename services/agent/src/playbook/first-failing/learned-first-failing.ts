import type { FirstFailingFeature } from './first-failing-features.js'

/**
 * Weight of each feature, in log-odds per unit. Learned from the project's incidents by
 * `services/agent/test/incidents/fit-weights.ts`; do not edit.
 */
export const learnedFirstFailing: Readonly<Record<FirstFailingFeature, number>> = {
  later: -0.21,
  affectedCaller: 0.29,
  affectedCallee: -0.56,
  namedBy: 1.12,
  shows: 1.04,
  isAlerting: -0.36,
  hasSpans: 0.48,
  isStore: -1.19,
  ownFailures: 0.98,
  ownTime: 0.56,
  complains: 0.55,
  earlyLines: 0.39,
  walkedTo: 0.94,
  flooded: 1.08,
  alertNames: 1.13,
  asksMore: 0.56,
}
