import { formatBytes, formatExactly, formatShare, formatSignificant } from '../../parts/numbers/format-number.js'
import { formatDuration } from '../../parts/time/format-time.js'

/** Formats a number with the unit that the name of its field or metric ends in. */
export function formatMeasure(name: string, value: number): string {
  if (/(?:^|[_.])ms$/.test(name)) return formatDuration(value)
  if (/(?:^|[_.])seconds$/.test(name)) return formatDuration(value * 1000)
  if (/(?:^|[_.])bytes$/.test(name)) return formatBytes(value)
  if (/(?:ratio|share|probability|confidence)$/.test(name) && value >= 0 && value <= 1) return formatShare(value)
  return Number.isInteger(value) ? formatExactly(value) : formatSignificant(value)
}
