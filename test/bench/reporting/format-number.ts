/** Formats a number with three or more significant digits and spaces between thousands; integers stay exact. */
export function formatNumber(value: number): string {
  if (Number.isInteger(value)) return spaced(value)
  if (Math.abs(value) >= 1_000) return spaced(Math.round(value))
  return Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(value >= 10 ? 1 : 2)
}

function spaced(value: number): string {
  return value.toLocaleString('en').replaceAll(',', ' ')
}
