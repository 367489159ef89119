import { normalTail } from './normal-tail.js'

/** With fewer values on either side, the normal approximation is not reliable. */
export const rankedValuesMin = 5

/**
 * Probability that values afterwards rank this high although they are not higher: the rank-sum test (H. Mann and D.
 * Whitney, On a test of whether one of two random variables is stochastically larger than the other, 1947), with the
 * normal approximation, a tie correction and a continuity correction of one half. It makes no assumption about the
 * distribution, and a few outlying minutes don't decide it.
 * @returns The one-sided p-value; 1 if a side has fewer than `rankedValuesMin` values or all values are equal.
 */
export function higherProbability(before: readonly number[], after: readonly number[]): number {
  const [m, n] = [before.length, after.length]
  if (m < rankedValuesMin || n < rankedValuesMin) return 1
  const { rankSum, ties } = rankAfter(before, after)
  const u = rankSum - (n * (n + 1)) / 2
  const total = m + n
  const variance = ((m * n) / 12) * (total + 1 - ties / (total * (total - 1)))
  if (variance <= 0) return 1
  return normalTail((u - (m * n) / 2 - 0.5) / Math.sqrt(variance))
}

/** The rank sum of the later values (ties share their mean rank), and the sum of t³ − t over ties. */
function rankAfter(before: readonly number[], after: readonly number[]): { rankSum: number; ties: number } {
  const values = [
    ...before.map((value) => ({ value, isAfter: false })),
    ...after.map((value) => ({ value, isAfter: true })),
  ].sort((a, b) => a.value - b.value)
  let rankSum = 0
  let ties = 0
  for (let start = 0; start < values.length;) {
    let end = start
    while (end < values.length && values[end]?.value === values[start]?.value) end++
    const size = end - start
    rankSum += values.slice(start, end).filter(({ isAfter }) => isAfter).length * ((start + 1 + end) / 2)
    ties += size ** 3 - size
    start = end
  }
  return { rankSum, ties }
}
