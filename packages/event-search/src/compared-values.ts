import { parseTimestamp, sinceUnitMs } from '@signalbox/contracts'
import type { ComparisonTerm } from './terms.js'

const duration = /^(\d+(?:\.\d+)?)([smhdw])$/
const mirrored = { '>': '<', '>=': '<=', '<': '>', '<=': '>=' } as const

/** What times are compared with. */
export interface ComparedTime {
  operator: ComparisonTerm['operator']
  /** Unix milliseconds. */
  ms: number
}

/**
 * A comparison of times: with a time, a date being its start in UTC, or with an age, which is the other way round: below an
 * age is after the time so long ago.
 * @returns undefined when the value is neither.
 */
export function readComparedTime({ operator, value }: ComparisonTerm, nowMs: number): ComparedTime | undefined {
  const [, amount, unit] = duration.exec(value) ?? []
  const lengthMs = sinceUnitMs.get(unit ?? '')
  if (lengthMs !== undefined) return { operator: mirrored[operator], ms: nowMs - Math.round(Number(amount) * lengthMs) }
  const ms = parseTimestamp(value)
  return ms === undefined ? undefined : { operator, ms }
}

/** A comparison of numbers. @returns undefined when the value is not a decimal number. */
export function readComparedNumber({ value }: ComparisonTerm): number | undefined {
  return /^-?\d{1,15}(?:\.\d{1,9})?$/.test(value) ? Number(value) : undefined
}
