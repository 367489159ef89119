import { incompleteBeta } from './incomplete-beta.js'

/** What is known of a rate before a burst: how many, in how long, and how many are usual where nothing was seen yet. */
export interface PastCounts {
  count: number
  minutes: number
  /** Counts a minute of something of this kind that was never seen before: the mean of the prior. Above 0. */
  usualRate: number
}

/** Shape of the prior of a rate: half an event. Rates of messages differ by orders of magnitude. */
const priorShape = 0.5

/**
 * How probable so many events within so many minutes are by what was seen before: the rate is unknown, gamma
 * distributed with what was counted and a prior, so the count is negative binomial (A. Gelman et al., Bayesian Data
 * Analysis, 2013, section 2.6). Works for what was never seen as well.
 * @returns 0 to 1.
 */
export function burstProbability(past: PastCounts, burst: { count: number; minutes: number }): number {
  if (burst.count <= 0) return 1
  const shape = priorShape + past.count
  const exposure = priorShape / past.usualRate + past.minutes
  const share = burst.minutes / (exposure + burst.minutes)
  // P(X >= k) of a negative binomial is I_p(k, r), DLMF 8.17.
  return incompleteBeta(share, { a: burst.count, b: shape })
}
