/** Thresholds of the judge, each with its reason. */
export const policy = {
  /**
   * Probability of calling a harmless deployment bad, over all checks and comparisons of a watch together. A false alarm
   * costs a rollback; real faults are detected at far lower probabilities.
   */
  badProbability: 0.01,
  /** The same for calling it suspect, which happens at the last check only. */
  suspectProbability: 0.05,
  /** Rises below these ratios don't justify a rollback, however certain they are. */
  ratioMin: { failedRequests: 1.5, errorEvents: 1.5, latency: 1.25, restarts: 2 },
  /** Fewer bad events than this prove nothing, however low the probability. */
  eventsMin: 5,
  /** Users don't notice a slowdown smaller than this. */
  latencyMsMin: 10,
  /** The 95th percentile of a minute with fewer requests is meaningless. */
  requestsPerMinuteMin: 10,
  /** The last minutes before the deployment: a rise that is already there wasn't caused by it. */
  justBeforeMinutes: 10,
  /** Significance level for concluding that the rise was already there. */
  earlierProbability: 0.01,
  /** A service that receives this many times its earlier requests has a surge, if its callers have one as well. */
  surgeRatio: 2,
  callersSurgeRatio: 1.5,
  /** Changes this shortly before the deployment show their effect at the same time. */
  rivalMinutesBefore: 15,
  /** This many errors, of this many previously unknown kinds, can only come from the new code. */
  floodEventsMin: 100,
  floodKindsMin: 3,
  /** Restarting containers fail a few requests: in the first minutes only massive rises count. */
  earlyMinutes: 2,
  /** A change this long before a rise, with no effect until then, isn't its cause. */
  rivalQuietMinutes: 5,
  /**
   * "No rise was seen" only means something if failures of this share of requests, or three times the level, would have
   * been detected.
   */
  seenRateMax: 0.05,
  seenRatioMax: 3,
} as const
