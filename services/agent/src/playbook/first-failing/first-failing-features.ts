/**
 * What is asked of every service that suffers, to find the first that failed. Where learning begins and is drawn back
 * to, in log-odds for each 1; see `learned-first-failing.ts`.
 */
export const firstFailingPriors = {
  /** Minutes that it began to suffer later than the onset, at most 12. */
  later: -0.25,
  /** How many of those who call it suffer, of those whom it calls, of those who name it in what they say; at most 2. */
  affectedCaller: 0.4,
  affectedCallee: -0.5,
  namedBy: 1.1,
  /** How much it shows: the logarithm of the weight of all its departures. */
  shows: 1.2,
  isAlerting: -0.3,
  hasSpans: 0.5,
  /** A database, cache or queue by its name: it suffers from those who use it more often than they from it. */
  isStore: -1.2,
  /** Share of its failed spans below which nothing failed; growth of the time that is its own. */
  ownFailures: 1,
  ownTime: 0.4,
  /** It complains itself; how many lines in the first minutes. */
  complains: 0.5,
  earlyLines: 0.3,
  /** How likely somebody ends there who follows calls from the alerting service to what shows most. */
  walkedTo: 1,
  /** It is asked much more than before, and nobody above it is. */
  flooded: 1,
  /** The alert fired for another service and names this one. */
  alertNames: 1,
  /** Logarithm to base 2 of how much more often it calls others for each of its own calls, at most 3. */
  asksMore: 0.4,
} as const

export type FirstFailingFeature = keyof typeof firstFailingPriors

export const firstFailingFeatures = Object.keys(firstFailingPriors).filter(
  (name): name is FirstFailingFeature => name in firstFailingPriors,
)
