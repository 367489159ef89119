import { parseTimestamp, sinceUnitMs } from '@signalbox/contracts'
import type { ComparisonTerm } from './terms.js'

const duration = /^(\d+(?:\.\d+)?)([smhdw])$/
const mirrored = { '>': '<', '>=': '<=', '<': '>', '<=': '>=' } as const

/** A time comparison. */
export interface ComparedTime {
  operator: ComparisonTerm['operator']
  /** Unix milliseconds. */
  ms: number
}

/**
 * Parses a time comparison: with a time (a date means its start in UTC), or with an age, which reverses the operator:
 * an age below 24 h means a time after 24 h ago.
 * @returns undefined if the value is neither.
 */
export function readComparedTime({ operator, value }: ComparisonTerm, nowMs: number): ComparedTime | undefined {
  const [, amount, unit] = duration.exec(value) ?? []
  const lengthMs = sinceUnitMs.get(unit ?? '')
  if (lengthMs !== undefined) return { operator: mirrored[operator], ms: nowMs - Math.round(Number(amount) * lengthMs) }
  const ms = parseTimestamp(value)
  return ms === undefined ? undefined : { operator, ms }
}

/** Parses a number comparison. @returns undefined if the value is not a decimal number. */
export function readComparedNumber({ value }: ComparisonTerm): number | undefined {
  return /^-?\d{1,15}(?:\.\d{1,9})?$/.test(value) ? Number(value) : undefined
}
