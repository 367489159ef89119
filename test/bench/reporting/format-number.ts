/** Formats a number with three or more significant digits; integers stay exact. */
export function formatNumber(value: number): string {
  if (Number.isInteger(value)) return value.toLocaleString('en')
  if (Math.abs(value) >= 1_000) return Math.round(value).toLocaleString('en')
  return Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(value >= 10 ? 1 : 2)
}
