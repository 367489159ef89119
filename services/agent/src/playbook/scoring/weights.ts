/**
 * All weights of the model, in log-odds: 1 makes a hypothesis about 2.7 times as likely. They were found by trying them
 * on incidents with known causes; the comments say what each is for. Weights of mechanisms and of causes from outside
 * stand with them.
 */
export const weights = {
  /** Most changes break nothing; most incidents in whose time nothing suspicious changed have causes elsewhere. */
  priorOfChange: -2,
  priorOfExternal: 1.6,
  /** A deployment brought a commit that is not known here: it may hold anything. */
  priorOfUnknownDeployment: -0.5,
  live: {
    /** Deployed by its SHA, or in effect at once. */
    exact: 1,
    /** Only part of a later deployment: one of many. */
    contained: -1,
    /** In no deployment of what it touches. */
    never: -2.5,
    /** No deployments are announced at all: nothing can be said. */
    unknown: 0,
  },
  time: {
    /** It was live only after the trouble had begun. */
    afterOnset: -6,
    /** By the minutes until the next signal: the sooner, the likelier. */
    lags: [
      { minutes: 5, weight: 2 },
      { minutes: 15, weight: 1.5 },
      { minutes: 45, weight: 0.5 },
      { minutes: 180, weight: -0.5 },
      { minutes: Infinity, weight: -1.5 },
    ],
    /** Times the share of signals that came before it, doubled, at most 1. */
    signalsBefore: -5,
    /** Nothing departed after it. */
    nothingAfter: -3,
  },
  place: {
    alerting: 1,
    affected: 0.5,
    elsewhere: -2,
    /** Code that all are built from: nothing is said for or against it. */
    shared: 0,
    /** Code that all are built from, while several services show the same. */
    sharedAndWidespread: 1.5,
    unknown: -0.5,
  },
  mechanism: {
    max: 3.4,
    /** What a second and third danger in the same diff add, as a share of their weight. */
    further: 0.2,
    /** How well it fits what is seen: from `fitMin` when nothing of what it predicts is seen, to 1. */
    fitMin: 0.2,
    /** What stood ready behind a flag and was switched on as trouble began did nothing before; the least it counts. */
    switchedOn: 1.5,
    /** Kinds of symptom that nearly every incident has count so much, all together. */
    commonKind: 0.5,
  },
  words: {
    /** Times the rarity (0 to 1) of each shared word. */
    each: 0.6,
    max: 2.5,
    /** Where the word stands: lost or new in the diff, in a line that changed, around it or in the title. */
    exchanged: 1,
    inChangedLine: 0.35,
    around: 0.2,
    /** A stack frame or a missing object of the errors stands in the diff. */
    frame: 2.5,
    /** A literal of the diff stands in at least `literalShareMin` of the errors. */
    literal: 1.5,
    literalShareMin: 0.4,
  },
  /** With less for when and where it went live no diff can make a change the cause: it is not read. */
  hopeless: -3.5,
  /** It stands behind a flag that was switched as the trouble began. */
  flag: 1.5,
} as const

/** When a cause may be named: else the report is `inconclusive` and ranks what was considered. */
export const abstain = {
  confidenceMin: 0.75,
  marginMin: 1,
  /** A change must have a mechanism of at least this, or be named by the errors themselves. */
  mechanismMin: 1.5,
} as const
