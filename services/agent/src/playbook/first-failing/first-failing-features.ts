/**
 * Features of every affected service for finding the first that failed. The values are the priors of learning, in
 * log-odds per unit; see `learned-first-failing.ts`.
 */
export const firstFailingPriors = {
  /** Minutes after the onset at which it began to suffer, at most 12. */
  later: -0.25,
  /** How many of its callers, its callees, and the services that mention it suffer; at most 2. */
  affectedCaller: 0.4,
  affectedCallee: -0.5,
  namedBy: 1.1,
  /** Strength of its symptoms: the logarithm of the total weight of its departures. */
  shows: 1.2,
  isAlerting: -0.3,
  hasSpans: 0.5,
  /** Looks like a database, cache or queue by its name: these suffer from their users more often than the reverse. */
  isStore: -1.2,
  /** Share of its failed spans below which nothing failed; growth of its self time. */
  ownFailures: 1,
  ownTime: 0.4,
  /** It complains itself: number of lines in the first minutes. */
  complains: 0.5,
  earlyLines: 0.3,
  /** Probability of arriving there when following calls from the alerting service towards the strongest symptoms. */
  walkedTo: 1,
  /** Its load rose strongly, and that of its callers did not. */
  flooded: 1,
  /** The alert fired for another service and mentions this one. */
  alertNames: 1,
  /** Log2 of the growth in its calls to others per call received, at most 3. */
  asksMore: 0.4,
} as const

export type FirstFailingFeature = keyof typeof firstFailingPriors

export const firstFailingFeatures = Object.keys(firstFailingPriors).filter(
  (name): name is FirstFailingFeature => name in firstFailingPriors,
)
