import type { DataPointAggregate } from '@signalbox/contracts'
import { formatBytes, formatSignificant } from '../numbers/format-number.js'
import { formatDuration } from '../time/format-time.js'

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

/** Units that count without a name. */
const unitless: ReadonlySet<string> = new Set(['', '1', 'none'])
/** Annotations such as `{request}`, alone or after `1`: what is counted, which is no unit. */
const annotation = /^1?\{(.+)\}$/

/** A unit in words, for lists and captions: `requests` for `{request}`; empty if there is none. */
export function nameUnit(unit: string): string {
  const counted = annotation.exec(unit)?.[1]
  if (counted !== undefined) return /s$/.test(counted) ? counted : `${counted}s`
  if (byteUnits.has(unit)) return 'bytes'
  const factor = durationMs[unit]
  if (factor !== undefined) return factor === 1 ? 'milliseconds' : 'seconds'
  return unitless.has(unit) ? '' : unit
}

function formatIn(unit: string): (value: number) => string {
  const factor = durationMs[unit]
  if (factor !== undefined) return (value) => formatDuration(value * factor)
  if (byteUnits.has(unit)) return (value) => (value < 0 ? `${formatSignificant(value)} B` : formatBytes(value))
  const word = unitless.has(unit) || annotation.test(unit) ? '' : ` ${unit}`
  return (value) => `${formatSignificant(value)}${word}`
}
