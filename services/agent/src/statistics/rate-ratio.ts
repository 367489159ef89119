import { incompleteBeta } from './incomplete-beta.js'

/** A number of events per exposure: errors per request, or errors per minute. */
export interface Rate {
  count: number
  /** Above 0. */
  exposure: number
}

/**
 * Probability of seeing at least this many events afterwards if the rate has not risen above `ratioMax` times the
 * earlier one. Given the total, the later count is binomial, whatever the rates: the exact conditional test of two
 * Poisson rates (J. Przyborowski and H. Wilenski, Homogeneity of results in testing samples from Poisson series,
 * Biometrika 31, 1940). It needs no minimum count and never exceeds its stated error rate.
 * @returns The one-sided p-value; 1 if nothing happened afterwards.
 */
export function riseProbability(before: Rate, after: Rate, ratioMax: number): number {
  if (after.count <= 0) return 1
  const share = (ratioMax * after.exposure) / (before.exposure + ratioMax * after.exposure)
  // P(X >= k) of a binomial is I_p(k, n - k + 1), DLMF 8.17.5.
  return incompleteBeta(share, { a: after.count, b: before.count + 1 })
}

/**
 * The lowest later rate that `riseProbability` would have called a rise. It tells how much "no rise was seen" is worth.
 * @returns Events per exposure.
 */
export function leastSeenRate(before: Rate, afterExposure: number, test: { ratioMax: number; alpha: number }): number {
  let low = 0
  let high = 1
  const isSeen = (count: number) =>
    riseProbability(before, { count, exposure: afterExposure }, test.ratioMax) <= test.alpha
  while (!isSeen(high)) high *= 2
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (isSeen(middle)) high = middle
    else low = middle
  }
  return high / afterExposure
}

/**
 * Overdispersion of counts relative to a Poisson process: Pearson's statistic divided by its degrees of freedom (P.
 * McCullagh and J. Nelder, Generalized Linear Models, 1989, section 6.2.3). Errors come in bursts; the test above
 * mistakes bursts for a rise unless counts and exposure are divided by this.
 * @param intervals Intervals before the change; those without exposure are left out.
 * @returns At least 1; 1 if there is nothing to judge by.
 */
export function dispersionOf(intervals: readonly Rate[]): number {
  const used = intervals.filter(({ exposure }) => exposure > 0)
  const rate = sum(used.map(({ count }) => count)) / sum(used.map(({ exposure }) => exposure))
  if (used.length < 2 || !(rate > 0)) return 1
  const statistic = sum(used.map(({ count, exposure }) => (count - rate * exposure) ** 2 / (rate * exposure)))
  return Math.max(1, statistic / (used.length - 1))
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
