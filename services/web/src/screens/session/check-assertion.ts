import type { Assertion } from '@signalbox/contracts'
import { findByPointer, type Found } from './pointer.js'
import { isObject } from '../../parts/json/read-value.js'

/** What a check finds in stored evidence: whether it holds, and where. */
export interface CheckResult {
  holds: boolean
  /** Where it holds; where it does not, all that was looked at. */
  found: readonly Found[]
}

/** Repeats a check of the server on the same stored result, to show what it looked at. */
export function checkAssertion(result: unknown, { pointer, operator, value }: Assertion): CheckResult {
  const found = findByPointer(result, pointer)
  if (operator === 'absent') return { holds: found.length === 0, found }
  if (operator === 'exists') return { holds: found.length > 0, found }
  const hits = found.filter((each) => tests[operator](each.value, value))
  return { holds: hits.length > 0, found: hits.length > 0 ? hits : found }
}

type Test = (actual: unknown, asked: unknown) => boolean

const compared =
  (test: (actual: number, asked: number) => boolean): Test =>
  (actual, asked) => {
    const [a, b] = [toNumber(actual), toNumber(asked)]
    return a !== undefined && b !== undefined && test(a, b)
  }
const counted =
  (test: (actual: number, asked: number) => boolean): Test =>
  (actual, asked) =>
    Array.isArray(actual) && typeof asked === 'number' && test(actual.length, asked)

const tests: Readonly<Record<Exclude<Assertion['operator'], 'exists' | 'absent'>, Test>> = {
  equals: (actual, asked) => isSameJson(actual, asked),
  'not-equals': (actual, asked) => !isSameJson(actual, asked),
  'at-least': compared((actual, asked) => actual >= asked),
  'at-most': compared((actual, asked) => actual <= asked),
  'more-than': compared((actual, asked) => actual > asked),
  'less-than': compared((actual, asked) => actual < asked),
  contains: holds,
  'not-contains': (actual, asked) => !holds(actual, asked),
  'at-least-items': counted((actual, asked) => actual >= asked),
  'at-most-items': counted((actual, asked) => actual <= asked),
}

function holds(actual: unknown, asked: unknown): boolean {
  if (typeof actual === 'string') return typeof asked === 'string' && actual.includes(asked)
  return Array.isArray(actual) && actual.some((each) => isSameJson(each, asked))
}

/** Numbers compare as numbers, times as instants. */
function toNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return value
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\dT/.test(value)) return undefined
  const at = Date.parse(value)
  return Number.isNaN(at) ? undefined : at
}

/** What an operator asks, in words. */
export const operatorWords: Readonly<Record<Assertion['operator'], string>> = {
  equals: 'is',
  'not-equals': 'is not',
  'at-least': 'is at least',
  'at-most': 'is at most',
  'more-than': 'is more than',
  'less-than': 'is less than',
  contains: 'contains',
  'not-contains': 'does not contain',
  exists: 'exists',
  absent: 'does not exist',
  'at-least-items': 'has at least this many items:',
  'at-most-items': 'has at most this many items:',
}

/** Whether two values of JSON are the same, whatever the order of names. */
function isSameJson(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((each, at) => isSameJson(each, b[at]))
  if (!isObject(a) || !isObject(b)) return a === b
  const names = Object.keys(a)
  return names.length === Object.keys(b).length && names.every((name) => name in b && isSameJson(a[name], b[name]))
}
