/**
 * Features of every candidate change, and of "no change": numbers, mostly from 0 to 1. Their weights are learned from
 * incidents with known causes, see `learned-weights.ts`. The values here are the priors, in log-odds per unit. Learning
 * preserves the sign; for 0, either sign is possible.
 */
export const changeFeatures = {
  /** It is running: deployed by its SHA, or effective immediately; half if it was part of a later deployment. */
  live: 10,
  /** It only took effect after the problem had begun. */
  after: -12,
  /** Doublings of minutes from taking effect to the onset, between one minute and about four hours. */
  lag: 0,
  /** It took effect before the data begins. */
  old: -3,
  /** Its feature flag was toggled near the onset. */
  flag: 5,
  /** When it took effect, a series stepped or began to climb, as hardly any does at other times. */
  step: 1,
  slope: 2.5,
  /** New log lines appeared at that time, and continued. */
  newLog: 2,
  /** It took effect on what failed first, right before the problem, and nothing else changed near it. */
  onlyChange: 4.3,
  /** Nothing moved at that time, although the problem came much later. */
  clean: -1,
  /** Where it went live: on affected services, on their neighbors, or on parts without data. */
  onAffected: 0,
  onNeighbour: 0.5,
  onUntraced: 0.5,
  /** Messages name the service it went live on. */
  isNamed: 1.8,
  /** It only changes configuration. */
  config: 2,
  /** Rare words that its diff shares with messages: how many, and relative to the most that any change shares. */
  words: 2.5,
  /** A new name that has only appeared in telemetry since, or a name that errors cite. */
  literal: 2.2,
  cited: 3,
  /**
   * What it could break, multiplied by how well that fits; what it removes; whether it changes when something is due.
   */
  mechanism: 1.8,
  removed: 3,
  schedule: 1.8,
  /** Nothing it touches can be to blame: tests, texts, build files, page styling, logs and metrics. */
  benign: -6,
  looks: -4,
  /** New errors come from its release and from no other. */
  release: 5,
  /** It has no diff to examine. */
  unseen: -1.8,
} as const

export const noChangeFeatures = {
  /** Most problems that no change explains have causes elsewhere. */
  bias: 11,
  /** How clearly the most evident external cause shows. */
  outside: 4.5,
  /** No change took effect near the onset. */
  quiet: 1.8,
} as const

/** A deployment whose commit is unknown: it may contain anything. */
export const unknownFeatures = { unknownLive: 7.5 } as const

export type FeatureName = keyof typeof changeFeatures | keyof typeof noChangeFeatures | keyof typeof unknownFeatures

/** Non-zero features. */
export type Features = Readonly<Partial<Record<FeatureName, number>>>

export const featurePriors: Readonly<Record<FeatureName, number>> = {
  ...changeFeatures,
  ...noChangeFeatures,
  ...unknownFeatures,
}

/** Names of all features. */
export const featureNames = Object.keys(featurePriors).filter((name): name is FeatureName => name in featurePriors)
