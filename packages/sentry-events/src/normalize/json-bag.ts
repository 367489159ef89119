import { cleanText } from '../protocol/index.js'
import { isJsonObject } from '../read-json.js'
import type { JsonObject } from '../normal-event.js'
import type { Place } from './changes.js'

export interface BagLimits {
  /** Approximate characters of all keys and values. */
  sizeMax: number
  /** Levels of objects and lists; deeper parts become JSON text. */
  depthMax: number
}

const keyLengthMax = 200
const scalarSize = 4

/** Deep parts are serialized to this depth only, so nothing can exhaust the stack. */
const writtenDepthMax = 32

interface Budget {
  left: number
  /** What happened to the value; each kind is recorded once, at the path of the entire value. */
  losses: Set<'cut' | 'left_out' | 'flattened'>
  /** Handles a part that is nested too deep. */
  beyondDepth: (part: object, budget: Budget) => string
}

/**
 * Copies a JSON value within limits: texts are cleaned, keys and elements beyond the size are dropped, and parts nested
 * too deep become JSON text. Nulls in objects count as absent and are dropped.
 */
export function trimBag(value: unknown, { sizeMax, depthMax }: BagLimits, place?: Place): unknown {
  return withNotes(place, (losses) => trimValue(value, { left: sizeMax, losses, beyondDepth: writeJson }, depthMax))
}

/**
 * Like `trimBag`, for objects.
 * @returns an empty object for anything else.
 */
export function trimObject(value: unknown, { sizeMax, depthMax }: BagLimits, place?: Place): JsonObject {
  if (!isJsonObject(value)) return {}
  return withNotes(place, (losses) => trimFields(value, { left: sizeMax, losses, beyondDepth: writeJson }, depthMax))
}

function withNotes<T>(place: Place | undefined, trim: (losses: Budget['losses']) => T): T {
  const losses: Budget['losses'] = new Set()
  const trimmed = trim(losses)
  for (const loss of losses) place?.note(loss)
  return trimmed
}

function trimValue(value: unknown, budget: Budget, depthLeft: number): unknown {
  if (typeof value === 'string') return trimText(value, budget)
  if (typeof value !== 'object' || value === null) {
    budget.left -= scalarSize
    return isLost(value) ? null : value
  }
  if (depthLeft <= 0) return budget.beyondDepth(value, budget)
  return Array.isArray(value) ? trimElements(value, budget, depthLeft) : trimFields(value, budget, depthLeft)
}

/** Numbers that JSON can parse but not serialize because they overflow. */
function isLost(value: unknown): boolean {
  return typeof value === 'number' && !Number.isFinite(value)
}

function trimText(value: string, budget: Budget): string {
  const lengthMax = Math.max(0, budget.left)
  if (value.length > lengthMax) budget.losses.add('cut')
  const text = cleanText(value, lengthMax)
  budget.left -= text.length
  return text
}

function trimElements(list: readonly unknown[], budget: Budget, depthLeft: number): unknown[] {
  const kept: unknown[] = []
  for (const element of list) {
    if (budget.left <= 0) {
      budget.losses.add('left_out')
      break
    }
    budget.left -= 1
    kept.push(trimValue(element, budget, depthLeft - 1))
  }
  return kept
}

function trimFields(fields: object, budget: Budget, depthLeft: number): JsonObject {
  const kept: JsonObject = {}
  for (const [rawKey, value] of Object.entries(fields)) {
    if (value === null || value === undefined || rawKey === '__proto__' || isLost(value)) continue
    if (budget.left <= 0) {
      budget.losses.add('left_out')
      break
    }
    const key = cleanText(rawKey, keyLengthMax)
    budget.left -= key.length + 1
    kept[key] = trimValue(value, budget, depthLeft - 1)
  }
  return kept
}

/** Half of the budget: quotes of a text within a text take two characters each. */
function writeJson(part: object, budget: Budget): string {
  budget.losses.add('flattened')
  const inner = { left: Math.floor(budget.left / 2), losses: budget.losses, beyondDepth: () => '...' }
  return trimText(JSON.stringify(trimValue(part, inner, writtenDepthMax)), budget)
}
