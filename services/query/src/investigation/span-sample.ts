import { limits } from '@signalbox/contracts'
import type { TelemetryReader } from '@signalbox/telemetry-store'
import { allOf, type Filter } from '../selection/filter.js'
import { withinScope, type TelemetryScope } from '../selection/telemetry-scope.js'

/** A share of the traces of a scope, so that questions about all spans stay affordable: whole traces, the same ones each time. */
export interface SpanSample {
  /** Of how many traces one is taken; 1 for all of them. */
  oneIn: number
  /** Spans of the scope and of the traces taken. */
  filter: Filter
}

/** When a span failed, in SQL. */
export const spanFailed = "(status = 'error' OR http_status >= 500)"

/**
 * What identifies a span, and what identifies its parent, as one number each. Span ids are random numbers of 64 bits, so
 * two traces hardly ever have the same.
 */
export const spanKey = 'cityHash64(toString(span_id))'
export const parentKey = 'cityHash64(parent_span_id)'

/**
 * Takes all traces, or as large a share of them as `limits.query.comparedSpansMax` allows. Ids that begin at random are
 * taken from the start of their order, in which the spans of an hour are stored: only what is taken is read then. Ids
 * that begin with a time, as some tracers make them, are taken by a hash.
 */
export async function sampleSpans(store: TelemetryReader, scope: TelemetryScope): Promise<SpanSample> {
  const all = withinScope(scope, 'start_time')
  const spans = await countSpans(store, all)
  const oneIn = Math.max(1, Math.ceil(spans / limits.query.comparedSpansMax))
  if (oneIn === 1) return { oneIn, filter: all }
  const first = allOf(all, {
    sql: 'trace_id < {firstOfRest:String}',
    parameters: {
      firstOfRest: Math.ceil(idStarts / oneIn)
        .toString(16)
        .padStart(4, '0'),
    },
  })
  const share = ((await countSpans(store, first)) * oneIn) / spans
  if (share > 1 / evenShareMax && share < evenShareMax) return { oneIn, filter: first }
  return { oneIn, filter: allOf(all, { sql: 'cityHash64(trace_id) % {oneIn:UInt32} = 0', parameters: { oneIn } }) }
}

/** Ways in which four hex digits can begin an id. */
const idStarts = 16 ** 4
/** How many times the share that was aimed at may be missed by ids that count as beginning at random. */
const evenShareMax = 1.25

async function countSpans(store: TelemetryReader, filter: Filter): Promise<number> {
  const [counted] = await store.read<{ spans: number }>({
    name: 'sampledSpansCount',
    sql: `SELECT count() AS spans FROM spans WHERE ${filter.sql}`,
    parameters: filter.parameters,
  })
  return counted?.spans ?? 0
}
