import type { DataPointAggregate } from '@signalbox/contracts'
import { formatBytes, formatSignificant } from '../../parts/numbers/format-number.js'
import { formatDuration } from '../../parts/time/format-time.js'

const durationMs: Readonly<Record<string, number>> = { s: 1_000, second: 1_000, seconds: 1_000, ms: 1, millisecond: 1 }
const byteUnits: ReadonlySet<string> = new Set(['By', 'byte', 'bytes'])

interface Measured {
  aggregate: DataPointAggregate
  /** `histogram`, `summary` and so on. */
  type: string
  /** In UCUM, as OpenTelemetry has it, or a word. */
  unit: string
}

/**
 * Returns a function that formats values with their unit. Rates and counts of histograms and summaries are about the
 * number of measurements, which has no unit.
 */
export function createFormat({ aggregate, type, unit }: Measured): (value: number) => string {
  const counts = aggregate === 'count' || (aggregate === 'rate' && /histogram|summary|distribution/.test(type))
  const format = formatIn(counts ? '' : unit)
  return (value) => `${format(value)}${aggregate === 'rate' ? '/s' : ''}`
}

function formatIn(unit: string): (value: number) => string {
  const factor = durationMs[unit]
  if (factor !== undefined) return (value) => formatDuration(value * factor)
  if (byteUnits.has(unit)) return (value) => (value < 0 ? `${formatSignificant(value)} B` : formatBytes(value))
  // `1` and annotations such as `{request}` are not units.
  const word = unit === '' || unit === '1' || unit === 'none' || unit.startsWith('{') ? '' : ` ${unit}`
  return (value) => `${formatSignificant(value)}${word}`
}
