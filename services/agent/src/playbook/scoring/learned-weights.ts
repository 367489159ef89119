import type { FeatureName } from './features.js'

/**
 * Weight of each feature, in log-odds per unit. Learned from the project's incidents by
 * `services/agent/test/incidents/fit-weights.ts`; do not edit.
 */
export const learnedWeights: Readonly<Record<FeatureName, number>> = {
  live: 8.81,
  after: -16.2,
  lag: 0.72,
  old: -3.49,
  flag: 6.91,
  step: 2.08,
  slope: 2.16,
  newLog: 2.75,
  onlyChange: 6.17,
  clean: -1.83,
  onAffected: -0.97,
  onNeighbour: 0.6,
  onUntraced: 2.11,
  isNamed: 1.7,
  config: 1.19,
  words: 3.05,
  literal: 3.15,
  cited: 3.32,
  mechanism: 2.95,
  removed: 3.63,
  schedule: 2.99,
  benign: -8.1,
  looks: -5.46,
  release: 6.75,
  unseen: -3.41,
  bias: 15.7,
  outside: 5.99,
  quiet: 1.95,
  unknownLive: 14.42,
}
