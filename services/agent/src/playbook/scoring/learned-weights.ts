import type { FeatureName } from './features.js'

/**
 * Weight of each feature, in log-odds per unit. Learned from the project's incidents by
 * `services/agent/test/incidents/fit-weights.ts`; do not edit.
 */
export const learnedWeights: Readonly<Record<FeatureName, number>> = {
  live: 8.78,
  after: -16.2,
  lag: 0.72,
  old: -3.44,
  flag: 6.92,
  step: 2.21,
  slope: 2.23,
  newLog: 2.72,
  onlyChange: 5.02,
  clean: -1.92,
  onAffected: -1.01,
  onNeighbour: 0.56,
  onUntraced: 2.05,
  isNamed: 1.81,
  config: 1.25,
  words: 2.92,
  literal: 3.17,
  cited: 3.36,
  mechanism: 3.12,
  removed: 3.73,
  schedule: 2.9,
  benign: -8.1,
  looks: -5.46,
  release: 6.75,
  unseen: -3.27,
  bias: 15.71,
  outside: 5.87,
  quiet: 1.97,
  unknownLive: 14.44,
}
