import type { FeatureName } from './features.js'

/**
 * Weight of each feature, in log-odds per unit. Learned from the project's incidents by
 * `services/agent/test/incidents/fit-weights.ts`; do not edit.
 */
export const learnedWeights: Readonly<Record<FeatureName, number>> = {
  live: 9.71,
  after: -18,
  lag: 0.95,
  old: -4.46,
  flag: 7.58,
  step: 2.15,
  slope: 2.39,
  newLog: 3.57,
  onlyChange: 5.92,
  clean: -2.18,
  onAffected: -1.43,
  onNeighbour: 0.52,
  onUntraced: 2.66,
  isNamed: 1.93,
  config: 1.33,
  words: 3.29,
  literal: 3.74,
  cited: 3.66,
  mechanism: 3.24,
  removed: 4.05,
  schedule: 3.1,
  benign: -9,
  looks: -6.07,
  release: 7.5,
  unseen: -3.74,
  bias: 17.62,
  outside: 6.36,
  quiet: 2.08,
  unknownLive: 15.89,
}
