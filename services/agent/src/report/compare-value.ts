import { parseTimestamp, type Assertion } from '@signalbox/contracts'
import { isSameJson } from './json-values.js'

type Operator = Exclude<Assertion['operator'], 'exists' | 'absent'>

/** Negative operators: with `*` they must hold for all places, the others for one. */
export const denyingOperators: ReadonlySet<Assertion['operator']> = new Set(['not-equals', 'not-contains', 'absent'])

/**
 * True if the operator holds between the stored and the expected value. Types are not converted: a text is neither
 * equal nor unequal to a number. Ordering applies to numbers, and to times if both values are ISO timestamps.
 */
export function compareValue(operator: Operator, stored: unknown, expected: unknown): boolean {
  switch (operator) {
    case 'equals':
      return isSameJson(stored, expected)
    case 'not-equals':
      return isComparable(stored, expected) && !isSameJson(stored, expected)
    case 'contains':
      return contains(stored, expected) === true
    case 'not-contains':
      return contains(stored, expected) === false
    case 'at-least-items':
      return isCount(expected) && Array.isArray(stored) && stored.length >= expected
    case 'at-most-items':
      return isCount(expected) && Array.isArray(stored) && stored.length <= expected
    default:
      return isInOrder(operator, stored, expected)
  }
}

function isInOrder(operator: 'at-least' | 'at-most' | 'more-than' | 'less-than', stored: unknown, expected: unknown) {
  const difference = differenceOf(stored, expected)
  if (difference === undefined) return false
  if (operator === 'at-least') return difference >= 0
  if (operator === 'at-most') return difference <= 0
  return operator === 'more-than' ? difference > 0 : difference < 0
}

function differenceOf(stored: unknown, expected: unknown): number | undefined {
  const [one, other] = [measureOf(stored), measureOf(expected)]
  if (one === undefined || other === undefined || typeof stored !== typeof expected) return undefined
  return one - other
}

function measureOf(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  return typeof value === 'string' ? parseTimestamp(value) : undefined
}

/** Null differs from everything; other values compare only with their own type. */
function isComparable(stored: unknown, expected: unknown): boolean {
  if (stored === undefined || expected === undefined) return false
  if (stored === null || expected === null) return true
  return typeof stored === typeof expected && Array.isArray(stored) === Array.isArray(expected)
}

/**
 * Undefined if the comparison makes no sense. An empty text is contained in nothing: the assertion would be vacuous.
 */
function contains(stored: unknown, expected: unknown): boolean | undefined {
  if (Array.isArray(stored))
    return expected === undefined ? undefined : stored.some((item) => isSameJson(item, expected))
  if (typeof stored !== 'string' || typeof expected !== 'string' || expected === '') return undefined
  return stored.includes(expected)
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0
}
