import type { FeatureName } from './features.js'

/**
 * Weight of each feature, in log-odds per unit. Learned from the project's incidents by
 * `services/agent/test/incidents/fit-weights.ts`; do not edit.
 */
export const learnedWeights: Readonly<Record<FeatureName, number>> = {
  live: 8.79,
  after: -16.2,
  lag: 0.72,
  old: -3.48,
  flag: 6.88,
  step: 2.08,
  slope: 2.2,
  newLog: 2.72,
  onlyChange: 4.97,
  clean: -1.82,
  onAffected: -0.99,
  onNeighbour: 0.59,
  onUntraced: 2.13,
  isNamed: 1.74,
  config: 1.21,
  words: 2.99,
  literal: 3.17,
  cited: 3.33,
  mechanism: 3.04,
  removed: 3.67,
  schedule: 3.01,
  benign: -8.1,
  looks: -5.46,
  release: 6.75,
  unseen: -3.32,
  bias: 15.73,
  outside: 5.98,
  quiet: 1.94,
  unknownLive: 14.41,
}
