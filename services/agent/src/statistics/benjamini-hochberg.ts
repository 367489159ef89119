/**
 * The largest p-value that still counts as a discovery given the number of tests, such that in the long run at most a
 * share `rate` of all discoveries is false (Y. Benjamini and Y. Hochberg, Controlling the false discovery rate, 1995).
 * @param pValues P-values of the tests that may be discoveries; all others count as 1.
 * @param tests Total number of tests, at least the number of p-values.
 * @returns 0 if nothing is a discovery.
 */
export function discoveryLimit(pValues: readonly number[], tests: number, rate: number): number {
  const sorted = [...pValues].sort((a, b) => a - b)
  return sorted.findLast((p, index) => p <= ((index + 1) / Math.max(1, tests)) * rate) ?? 0
}
