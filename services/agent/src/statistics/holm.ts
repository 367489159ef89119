/**
 * Adjusts the p-values of several simultaneous tests, so that comparing each with alpha gives any false positive with
 * probability at most alpha, however the tests depend on each other (S. Holm, A simple sequentially rejective multiple
 * test procedure, 1979).
 * @returns Adjusted p-values in the order given, each at most 1.
 */
export function adjustHolm(pValues: readonly number[]): number[] {
  const order = pValues.map((p, index) => ({ p, index })).sort((a, b) => a.p - b.p)
  const adjusted = new Array<number>(pValues.length)
  let highest = 0
  for (const [rank, { p, index }] of order.entries()) {
    highest = Math.max(highest, Math.min(1, p * (pValues.length - rank)))
    adjusted[index] = highest
  }
  return adjusted
}
