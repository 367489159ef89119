import { limits } from '@signalbox/contracts'
import {
  readComparedNumber,
  readComparedTime,
  plainTextOf,
  readPattern,
  readSearchParameter,
  refuseTerm,
  type ComparisonTerm,
  type PropertyTerm,
  type SearchTerm,
} from '@signalbox/event-search'
import type { QueryParameter } from '@signalbox/telemetry-store'
import { allOf, type Filter } from '../selection/filter.js'
import { eventPropertyOf } from './event-properties.js'

/** Binds each value of a search under a unique name. */
interface Binder {
  /** @returns The placeholder. */
  bind(value: string | number, type: 'String' | 'Int64' | 'Float64'): string
  parameters: Record<string, QueryParameter>
}

const textColumns = ['message', 'exception_type', 'exception_value']

/**
 * The events that match a search text. Every value is bound.
 * @param name Request parameter with the text; no filter without a text.
 * @throws ServiceError `invalid-parameters` for texts that cannot be parsed, or that don't apply to events.
 */
export function matchingSearch(name: string, text: string | undefined, nowMs: number): Filter | undefined {
  if (text === undefined) return undefined
  const terms = readSearchParameter(name, text, limits.search.writtenLengthMax)
  if (terms.length === 0) return undefined
  const binder = createBinder()
  const conditions = terms.map((term) => {
    const condition = conditionOf(term, binder, nowMs)
    if (typeof condition !== 'string') throw refuseTerm(name, term, condition.refusal)
    return term.isNegated ? `NOT (${condition})` : condition
  })
  return { ...allOf(...conditions.map((sql) => ({ sql, parameters: {} }))), parameters: binder.parameters }
}

function createBinder(): Binder {
  const parameters: Record<string, QueryParameter> = {}
  return {
    parameters,
    bind(value, type) {
      const name = `searched${Object.keys(parameters).length}`
      parameters[name] = value
      return `{${name}:${type}}`
    },
  }
}

/** SQL, or why there is none. */
type Condition = string | { refusal: string }

function conditionOf(term: SearchTerm, binder: Binder, nowMs: number): Condition {
  if (term.kind === 'text') {
    const text = binder.bind(term.text, 'String')
    return textColumns.map((column) => `positionCaseInsensitiveUTF8(${column}, ${text}) > 0`).join(' OR ')
  }
  return term.kind === 'property' ? matchesPatterns(term, binder) : comparesTo(term, binder, nowMs)
}

function matchesPatterns({ name, values }: PropertyTerm, binder: Binder): Condition {
  if (name === 'has') return values.map((key) => `${sqlOf(plainTextOf(key) ?? key, binder)} != ''`).join(' OR ')
  const property = eventPropertyOf(name)
  if (property.kind === 'flag') return matchesFlag(property.sql, values)
  const sql = sqlOf(name, binder)
  return values.map((pattern) => matchesPattern(sql, pattern, binder)).join(' OR ')
}

function matchesFlag(sql: string, values: readonly string[]): Condition {
  const wanted = values.map((value) => flagWords.get(value))
  if (wanted.includes(undefined)) return { refusal: 'expected true or false' }
  return wanted.map((isWanted) => (isWanted ? sql : `NOT (${sql})`)).join(' OR ')
}

const flagWords: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['yes', true],
  ['false', false],
  ['0', false],
  ['no', false],
])

function matchesPattern(sql: string, pattern: string, binder: Binder): string {
  const text = plainTextOf(pattern)
  if (text !== undefined) return `${sql} = ${binder.bind(text, 'String')}`
  const like = readPattern(pattern)
    .map((part) => (part.kind === 'any' ? '%' : part.text.replace(/[\\%_]/g, '\\$&')))
    .join('')
  return `${sql} LIKE ${binder.bind(like, 'String')}`
}

function sqlOf(name: string, binder: Binder): string {
  const property = eventPropertyOf(name)
  if (property.kind === 'flag') return `if(${property.sql}, 'true', 'false')`
  return property.kind === 'column' ? property.sql : `tags[${binder.bind(property.key, 'String')}]`
}

function comparesTo(term: ComparisonTerm, binder: Binder, nowMs: number): Condition {
  if (term.name === 'timestamp') {
    const time = readComparedTime(term, nowMs)
    if (time === undefined) return { refusal: 'expected a time such as 2026-05-17 or an age such as 24h' }
    return `timestamp ${time.operator} fromUnixTimestamp64Milli(${binder.bind(time.ms, 'Int64')}, 'UTC')`
  }
  if (eventPropertyOf(term.name).kind !== 'tag')
    return { refusal: 'comparisons are not supported: quote the value to match it as text' }
  const number = readComparedNumber(term)
  if (number === undefined) return { refusal: 'expected a number' }
  const compared = `toFloat64OrNull(${sqlOf(term.name, binder)}) ${term.operator} ${binder.bind(number, 'Float64')}`
  return `ifNull(${compared}, false)`
}
