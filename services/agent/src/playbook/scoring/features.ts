/**
 * What is asked of every change that may be to blame, and of "no change is": numbers, most of them 0 to 1. How much each
 * counts is learned from incidents with known causes, see `learned-weights.ts`; what stands here is where learning
 * begins and is drawn back to, in log-odds for each 1.
 */
export const changeFeatures = {
  /** It runs: deployed by its SHA, or in effect at once; half for what was part of a later deployment. */
  live: 4,
  /** It took effect only when the trouble had begun. */
  after: -5,
  /** Doublings of minutes from then to the onset; for kinds of change that work at once, and for those that may wait. */
  lag: -0.1,
  lagSlow: 0.1,
  /** Within a quarter of an hour before the onset. */
  soon: 0.3,
  /** Before anything that is known. */
  old: -1.2,
  /** A flag that it stands behind was switched near the onset. */
  flag: 2,
  /** A series stepped, or began to climb, when it took effect; its share of the most that any change shows. */
  step: 0.4,
  stepShare: 0.8,
  slope: 1,
  /** Lines appeared then that were never seen before. */
  newLog: 0.8,
  /** Nothing moved then, though the trouble came much later. */
  clean: -0.4,
  /** Where it went live: what failed first, what suffers, what those call, parts that nothing is known of, elsewhere. */
  onFirst: 0.3,
  onAffected: -0.6,
  onNeighbour: 0.2,
  onUntraced: 0.2,
  elsewhere: -0.6,
  /** What is said names the service it went live on. */
  isNamed: 0.7,
  /** Only configuration. */
  config: 0.8,
  /** Rare words that it has in common with what is said, by their share of the most that any change has. */
  wordsShare: 1,
  nearWordsShare: 0.8,
  /** A new name that telemetry shows only since, a name that errors cite. */
  literal: 0.9,
  cited: 1.2,
  /** What it could break, times how well that fits; what it takes away; whether it changes when something is due. */
  mechanism: 0.7,
  removed: 1.2,
  schedule: 0.7,
  /** Nothing that it touches can be to blame: tests, texts, build files; pages' looks; logs and metrics; mere additions. */
  benign: -2.5,
  looks: -1.6,
  logsOnly: -1.2,
  additive: -0.8,
  /** New errors come from the release that it came with, and not from others. */
  release: 2,
  /** There is no diff to look at. */
  unseen: -0.7,
} as const

export const noChangeFeatures = {
  /** Most troubles that no change explains have causes elsewhere. */
  bias: 4.5,
  /** How plainly the plainest cause from outside shows. */
  outside: 1.8,
  notice: 1,
  surge: 0.9,
  credential: 0.8,
  record: 0.9,
  host: 0.4,
  network: 0.4,
  /** What fails is of one instance, tenant or partner only. */
  concentrated: 0.8,
  /** No change took effect near the onset; no change shows a step. */
  quiet: 0.7,
  noStep: 0.6,
} as const

/** A deployment of a commit that is not known here: it may hold anything. */
export const unknownFeatures = { unknownLive: 3 } as const

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
