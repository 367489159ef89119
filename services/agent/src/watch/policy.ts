/** What the judge goes by, each number with its reason. */
export const policy = {
  /**
   * Probability of calling a harmless deployment bad, over all looks and comparisons of a watch together. A wrong alarm
   * costs a rollback; real faults are found at far smaller probabilities.
   */
  badProbability: 0.01,
  /** The same for calling it suspect, judged at the last look only. */
  suspectProbability: 0.05,
  /** Rises below these ratios are not worth a rollback, however sure they are. */
  ratioMin: { failedRequests: 1.5, errorEvents: 1.5, latency: 1.25, restarts: 2 },
  /** Fewer bad events than this prove nothing, however small the probability. */
  eventsMin: 5,
  /** Slower by less than this is nothing that a user feels. */
  latencyMsMin: 10,
  /** A minute with fewer requests has no 95th percentile worth the name. */
  requestsPerMinuteMin: 10,
  /** The last minutes before the deployment: a rise that is there already did not come from it. */
  justBeforeMinutes: 10,
  /** How sure it must be that the rise was there already. */
  earlierProbability: 0.01,
  /** So many times the requests of before are a surge, when the callers have it as well. */
  surgeRatio: 2,
  callersSurgeRatio: 1.5,
  /** Changes so shortly before the deployment show their effect at the same time. */
  rivalMinutesBefore: 15,
  /** So many errors, of so many kinds that were not known before, come of the new code and of nothing else. */
  floodEventsMin: 100,
  floodKindsMin: 3,
  /** Containers that start anew fail a few requests: in the first minutes only what is massive counts. */
  earlyMinutes: 2,
  /** What came so long before a rise, and moved nothing until then, is not what caused it. */
  rivalQuietMinutes: 5,
  /** "No rise was seen" means something when a failure of this share of requests, or three times the level, would have been. */
  seenRateMax: 0.05,
  seenRatioMax: 3,
} as const
