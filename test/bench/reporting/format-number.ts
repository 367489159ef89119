/** Three digits or more of a number, for people to read; counts as they are. */
export function formatNumber(value: number): string {
  if (Number.isInteger(value)) return value.toLocaleString('en')
  if (Math.abs(value) >= 1_000) return Math.round(value).toLocaleString('en')
  return Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(value >= 10 ? 1 : 2)
}
