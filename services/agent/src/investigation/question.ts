import { hourMs, isSince, parseTimestamp, sinceMsOf, type RouteContract } from '@signalbox/contracts'
import { canonicalJson } from './canonical-json.js'
import type { TimeWindow } from './time-window.js'

/** Parts of a request, not yet validated against its contract. */
export interface QuestionInput {
  params?: Readonly<Record<string, unknown>>
  query?: Readonly<Record<string, unknown>>
  body?: unknown
}

/** A query to the API. Queries with the same key are identical. */
export interface Question {
  contract: RouteContract
  input: QuestionInput
  key: string
  /** Parameters as shown in evidence: path and query parameters merged, plus the body under its own name. */
  parameters: Record<string, unknown>
  /** Null if the query has no time range. */
  window: TimeWindow | null
}

/**
 * Creates a query that returns the same answer whenever it is made: missing and relative times are made absolute, with
 * `asOf` (Unix milliseconds) as now.
 */
export function createQuestion(contract: RouteContract, input: QuestionInput, asOf: number): Question {
  const query = fixTimes(contract, withoutUndefined(input.query ?? {}), asOf)
  const fixed: QuestionInput = {
    ...(input.params && { params: withoutUndefined(input.params) }),
    ...(contract.query && { query }),
    ...(input.body !== undefined && { body: input.body }),
  }
  const parameters = { ...fixed.params, ...fixed.query, ...(fixed.body !== undefined && { body: fixed.body }) }
  return {
    contract,
    input: fixed,
    key: `${contract.id} ${canonicalJson(parameters)}`,
    parameters,
    window: windowOf(parameters),
  }
}

function withoutUndefined(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
}

/** A start without an end ends at `asOf`; a duration counted back from now becomes a start and an end. */
function fixTimes({ query: schema }: RouteContract, query: Record<string, unknown>, asOf: number) {
  const known = new Map<string, object>(Object.entries(schema?.properties ?? {}))
  if (!known.has('end')) return query
  const { since = defaultOf(known.get('since')), ...rest } = query
  const end = typeof rest['end'] === 'string' ? rest['end'] : new Date(asOf).toISOString()
  if (rest['start'] !== undefined || !known.has('start') || !isSince(since)) return { ...rest, end }
  return { ...rest, start: new Date((parseTimestamp(end) ?? asOf) - sinceMsOf(since)).toISOString(), end }
}

function defaultOf(schema: object | undefined): unknown {
  return schema && 'default' in schema ? schema.default : undefined
}

function windowOf({ start, end, hours_back: hoursBack = 1 }: Record<string, unknown>): TimeWindow | null {
  const endsAt = typeof end === 'string' ? parseTimestamp(end) : undefined
  const startsAt = typeof start === 'string' ? parseTimestamp(start) : undefined
  if (endsAt === undefined) return null
  if (startsAt !== undefined) return { start: startsAt, end: endsAt }
  return typeof hoursBack === 'number' ? { start: endsAt - hoursBack * hourMs, end: endsAt } : null
}
