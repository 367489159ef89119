import { cleanText } from '../protocol/index.js'
import { isJsonObject } from '../read-json.js'
import type { JsonObject } from '../normal-event.js'

export interface BagLimits {
  /** Characters of all keys and values together, about. */
  sizeMax: number
  /** Levels of objects and lists; what lies deeper becomes a text of JSON. */
  depthMax: number
}

const keyLengthMax = 200
const scalarSize = 4

/** Too deep parts are written as JSON to this depth only: nothing may exhaust the stack. */
const writtenDepthMax = 32

interface Budget {
  left: number
  /** What becomes of a part that is nested too deep. */
  beyondDepth: (part: object, budget: Budget) => string
}

/**
 * A copy of any JSON value within limits: texts are cleaned, keys and elements beyond the size are left out and what
 * is nested too deep is kept as a text of JSON. Nulls in objects stand for absent and are left out.
 */
export function trimBag(value: unknown, { sizeMax, depthMax }: BagLimits): unknown {
  return trimValue(value, { left: sizeMax, beyondDepth: writeJson }, depthMax)
}

/** As `trimBag` for objects. @returns an empty object for anything else. */
export function trimObject(value: unknown, { sizeMax, depthMax }: BagLimits): JsonObject {
  return isJsonObject(value) ? trimFields(value, { left: sizeMax, beyondDepth: writeJson }, depthMax) : {}
}

function trimValue(value: unknown, budget: Budget, depthLeft: number): unknown {
  if (typeof value === 'string') {
    const text = cleanText(value, Math.max(0, budget.left))
    budget.left -= text.length
    return text
  }
  if (typeof value !== 'object' || value === null) {
    budget.left -= scalarSize
    return value
  }
  if (depthLeft <= 0) return budget.beyondDepth(value, budget)
  return Array.isArray(value) ? trimElements(value, budget, depthLeft) : trimFields(value, budget, depthLeft)
}

function trimElements(list: readonly unknown[], budget: Budget, depthLeft: number): unknown[] {
  const kept: unknown[] = []
  for (const element of list) {
    if (budget.left <= 0) break
    budget.left -= 1
    kept.push(trimValue(element, budget, depthLeft - 1))
  }
  return kept
}

function trimFields(fields: object, budget: Budget, depthLeft: number): JsonObject {
  const kept: JsonObject = {}
  for (const [rawKey, value] of Object.entries(fields)) {
    if (budget.left <= 0) break
    const key = cleanText(rawKey, keyLengthMax)
    if (value === null || value === undefined || key === '__proto__') continue
    budget.left -= key.length + 1
    kept[key] = trimValue(value, budget, depthLeft - 1)
  }
  return kept
}

/** Half of the budget, as quotes of a text within a text take two characters each. */
function writeJson(part: object, budget: Budget): string {
  const inner = { left: Math.floor(budget.left / 2), beyondDepth: () => '...' }
  const text = JSON.stringify(trimValue(part, inner, writtenDepthMax))
  budget.left -= text.length
  return text
}
