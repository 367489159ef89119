/**
 * P-values of several tests made at once, so that comparing each with alpha is wrong about any of them at most as
 * often as alpha says, however the tests depend on one another (S. Holm, A simple sequentially rejective multiple test
 * procedure, 1979).
 * @returns adjusted p-values in the order given, each at most 1.
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
