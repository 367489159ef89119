/**
 * The largest p-value that still counts as a discovery when so many tests were made, so that of all discoveries at most
 * the share `rate` is false in the long run (Y. Benjamini and Y. Hochberg, Controlling the false discovery rate, 1995).
 * @param pValues Those of the tests that may be discoveries; the others count as 1.
 * @param tests How many tests were made in all, at least as many as p-values.
 * @returns 0 when nothing is a discovery.
 */
export function discoveryLimit(pValues: readonly number[], tests: number, rate: number): number {
  const sorted = [...pValues].sort((a, b) => a - b)
  return sorted.findLast((p, index) => p <= ((index + 1) / Math.max(1, tests)) * rate) ?? 0
}
