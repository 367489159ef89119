import { isJsonObject, parseTimestamp } from '@signalbox/contracts'
import type { HeldAssertion } from './check-assertions.js'
import { isScalar } from './json-values.js'
import type { Place } from './pointer.js'

/** A number in a stored result, with its field name, which implies the unit. */
export interface BoundNumber {
  value: number
  name: string
}

/**
 * What a statement may mention, because assertions that hold bind it: asserted values and the objects they were found
 * in.
 */
export interface BoundParts {
  /** Whole values, and field names with their words. */
  texts: readonly string[]
  /** Short or asserted texts whose numbers may be quoted. */
  sayings: readonly string[]
  numbers: readonly BoundNumber[]
  /** Unix milliseconds. */
  times: readonly number[]
}

interface Collected {
  texts: string[]
  sayings: string[]
  numbers: BoundNumber[]
  times: number[]
}

/** Levels of nested objects that still belong to a row. */
const rowDepthMax = 3
const listItemsMax = 200
const sayingLengthMax = 300
/** Range of numbers that may be Unix milliseconds: from 1973 to 2286. */
const millisecondsMin = 1e11
const millisecondsMax = 1e13

export const nothingBound: BoundParts = { texts: [], sayings: [], numbers: [], times: [] }

/** Collects what assertions that hold bind. */
export function collectParts(held: readonly HeldAssertion[]): BoundParts {
  const parts: Collected = { texts: [], sayings: [], numbers: [], times: [] }
  for (const { assertion, places } of held) {
    const name = assertion.pointer.split('/').at(-1) ?? ''
    addAsserted(parts, name, assertion.value)
    for (const place of places) addPlace(parts, place)
  }
  return parts
}

/** The union of what all of them bind. */
export function joinParts(all: readonly BoundParts[]): BoundParts {
  return {
    texts: all.flatMap(({ texts }) => texts),
    sayings: all.flatMap(({ sayings }) => sayings),
    numbers: all.flatMap(({ numbers }) => numbers),
    times: all.flatMap(({ times }) => times),
  }
}

/** What an object in a stored result binds. */
export function partsOfRow(row: unknown): BoundParts {
  const parts: Collected = { texts: [], sayings: [], numbers: [], times: [] }
  addRow(parts, row, rowDepthMax)
  return parts
}

function addAsserted(parts: Collected, name: string, value: unknown): void {
  if (isScalar(value)) addScalar(parts, name, value)
  else addRow(parts, value, rowDepthMax)
  if (typeof value === 'string') parts.sayings.push(value)
}

function addPlace(parts: Collected, { value, path, row }: Place): void {
  for (const segment of path) if (!/^\d+$/.test(segment)) addName(parts, segment)
  const name = path.at(-1) ?? ''
  if (isScalar(value)) addScalar(parts, name, value)
  else if (Array.isArray(value)) addList(parts, name, value)
  else addRow(parts, value, 1)
  addRow(parts, row, rowDepthMax)
}

/** A list binds its length, and its items if they are scalars. */
function addList(parts: Collected, name: string, list: readonly unknown[]): void {
  parts.numbers.push({ value: list.length, name: 'items' })
  for (const item of list.slice(0, listItemsMax)) if (isScalar(item)) addScalar(parts, name, item)
}

/** Adds the scalars of an object and of its nested objects. Lists need their own pointer. */
function addRow(parts: Collected, row: unknown, depth: number): void {
  if (Array.isArray(row)) for (const item of row.slice(0, listItemsMax)) if (isScalar(item)) addScalar(parts, '', item)
  if (!isJsonObject(row) || depth === 0) return
  for (const [name, value] of Object.entries(row)) {
    if (isScalar(value)) {
      addName(parts, name)
      addScalar(parts, name, value)
    } else if (isJsonObject(value)) addRow(parts, value, depth - 1)
  }
}

function addScalar(parts: Collected, name: string, value: string | number | boolean | null): void {
  if (typeof value === 'number') addNumber(parts, name, value)
  if (typeof value !== 'string') return
  parts.texts.push(value)
  if (value.length <= sayingLengthMax) parts.sayings.push(value)
  const moment = parseTimestamp(value)
  if (moment !== undefined) parts.times.push(moment)
}

function addNumber(parts: Collected, name: string, value: number): void {
  parts.numbers.push({ value, name })
  if (value >= millisecondsMin && value < millisecondsMax) parts.times.push(value)
}

function addName(parts: Collected, name: string): void {
  parts.texts.push(name, ...name.split(/[_\-.]|(?<=[a-z])(?=[A-Z])/))
}
