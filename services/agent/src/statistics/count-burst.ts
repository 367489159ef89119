import { incompleteBeta } from './incomplete-beta.js'

/**
 * What is known about a rate before a burst: the count, the duration, and the usual rate for things never seen before.
 */
export interface PastCounts {
  count: number
  minutes: number
  /** Events per minute of something of this kind that was never seen before: the mean of the prior. Above 0. */
  usualRate: number
}

/** Shape of the rate's prior: half an event, because message rates differ by orders of magnitude. */
const priorShape = 0.5

/**
 * Probability of at least this many events within this many minutes, given past counts: the rate is unknown and gamma
 * distributed with the past count and a prior, so the count is negative binomial (A. Gelman et al., Bayesian Data
 * Analysis, 2013, section 2.6). Also works for things never seen before.
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
