import { limits } from '@signalbox/contracts'
import type { TelemetryReader } from '@signalbox/telemetry-store'
import { allOf, type Filter } from '../selection/filter.js'
import { withinScope, type TelemetryScope } from '../selection/telemetry-scope.js'

/**
 * A sample of a scope's traces, so that queries about all spans stay affordable: complete traces, the same ones each
 * time.
 */
export interface SpanSample {
  /** One in how many traces is included; 1 for all. */
  oneIn: number
  /** Spans of the scope in the included traces. */
  filter: Filter
}

/** Condition for a failed span, in SQL. */
export const spanFailed = "(status = 'error' OR http_status >= 500)"

/**
 * Identifies a span and its parent as one number each. Span ids are random 64-bit numbers, so two traces almost never
 * share one.
 */
export const spanKey = 'cityHash64(toString(span_id))'
export const parentKey = 'cityHash64(parent_span_id)'

/**
 * Includes all traces, or the largest share that `limits.query.comparedSpansMax` allows. Ids with random prefixes are
 * taken from the start of their order, in which the spans of an hour are stored, so that only included spans are read.
 * Ids that start with a time, as some tracers create them, are selected by a hash.
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

/** Number of four-digit hex prefixes. */
const idStarts = 16 ** 4
/** Maximum deviation from the intended share, as a factor, for ids to count as having random prefixes. */
const evenShareMax = 1.25

async function countSpans(store: TelemetryReader, filter: Filter): Promise<number> {
  const [counted] = await store.read<{ spans: number }>({
    name: 'sampledSpansCount',
    sql: `SELECT count() AS spans FROM spans WHERE ${filter.sql}`,
    parameters: filter.parameters,
  })
  return counted?.spans ?? 0
}
