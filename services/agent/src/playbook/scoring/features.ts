/**
 * What is asked of every change that may be to blame, and of "no change is": numbers, most of them 0 to 1. How much each
 * counts is learned from incidents with known causes, see `learned-weights.ts`; what stands here is where learning
 * begins and is drawn back to, in log-odds for each 1. What is learned keeps the sign; where it is 0, either is possible.
 */
export const changeFeatures = {
  /** It runs: deployed by its SHA, or in effect at once; half for what was part of a later deployment. */
  live: 10,
  /** It took effect only when the trouble had begun. */
  after: -12,
  /** Doublings of minutes from then to the onset, at most so many as four hours have. */
  lag: 0,
  /** Before anything that is known. */
  old: -3,
  /** A flag that it stands behind was switched near the onset. */
  flag: 5,
  /** A series stepped, or began to climb, when it took effect, as hardly any does at other times. */
  step: 1,
  slope: 2.5,
  /** Lines appeared then that were never seen before, and stayed. */
  newLog: 2,
  /** Nothing moved then, though the trouble came much later. */
  clean: -1,
  /** Where it went live: what suffers, what has to do with that, parts that nothing is known of. */
  onAffected: 0,
  onNeighbour: 0.5,
  onUntraced: 0.5,
  /** What is said names the service it went live on. */
  isNamed: 1.8,
  /** Only configuration. */
  config: 2,
  /** Rare words that what it changes has in common with what is said: how many, and of the most that any change has. */
  words: 2.5,
  /** A new name that telemetry shows only since, a name that errors cite. */
  literal: 2.2,
  cited: 3,
  /** What it could break, times how well that fits; what it takes away; whether it changes when something is due. */
  mechanism: 1.8,
  removed: 3,
  schedule: 1.8,
  /** Nothing that it touches can be to blame: tests, texts, build files; pages' looks, logs and metrics. */
  benign: -6,
  looks: -4,
  /** New errors come from the release that it came with, and not from others. */
  release: 5,
  /** There is no diff to look at. */
  unseen: -1.8,
} as const

export const noChangeFeatures = {
  /** Most troubles that no change explains have causes elsewhere. */
  bias: 11,
  /** How plainly the plainest cause from outside shows. */
  outside: 4.5,
  /** No change took effect near the onset. */
  quiet: 1.8,
} as const

/** A deployment of a commit that is not known here: it may hold anything. */
export const unknownFeatures = { unknownLive: 7.5 } as const

export type FeatureName = keyof typeof changeFeatures | keyof typeof noChangeFeatures | keyof typeof unknownFeatures

/** Features that are not 0. */
export type Features = Readonly<Partial<Record<FeatureName, number>>>

export const featurePriors: Readonly<Record<FeatureName, number>> = {
  ...changeFeatures,
  ...noChangeFeatures,
  ...unknownFeatures,
}

/** All features by name. */
export const featureNames = Object.keys(featurePriors).filter((name): name is FeatureName => name in featurePriors)
