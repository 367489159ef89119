import type { FeatureName } from './features.js'

/**
 * Weight of each feature, in log-odds per unit. Learned from the project's incidents by
 * `services/agent/test/incidents/fit-weights.ts`; do not edit.
 */
export const learnedWeights: Readonly<Record<FeatureName, number>> = {
  live: 8.85,
  after: -16.2,
  lag: 0.69,
  old: -3.41,
  flag: 6.9,
  step: 2.29,
  slope: 2.16,
  newLog: 2.66,
  clean: -1.85,
  onAffected: -0.93,
  onNeighbour: 0.56,
  onUntraced: 2.09,
  isNamed: 1.79,
  config: 1.24,
  words: 3.06,
  literal: 3.16,
  cited: 3.46,
  mechanism: 3.21,
  removed: 3.69,
  schedule: 2.89,
  benign: -8.1,
  looks: -5.46,
  release: 6.75,
  unseen: -2.94,
  bias: 15.61,
  outside: 5.86,
  quiet: 2,
  unknownLive: 14.46,
}
