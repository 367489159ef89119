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
  const { oneIn, filter } = await chooseSample(store, scope, 'nothing')
  return { oneIn, filter }
}

/** Like `sampleSpans`, with a measure of the included spans. */
export async function measureSpans<Name extends keyof Measures>(
  store: TelemetryReader,
  scope: TelemetryScope,
  measure: Name,
): Promise<SpanSample & { measured: Measures[Name] }> {
  const { oneIn, filter, first } = await chooseSample(store, scope, measure)
  const { measured } = first ?? (await countSpans(store, filter, measure))
  return { oneIn, filter, measured }
}

/** Number of four-digit hex prefixes. */
const idStarts = 16 ** 4
/** Maximum deviation from the intended share, as a factor, for ids to count as having random prefixes. */
const evenShareMax = 1.25

interface Measures {
  nothing: 0
  /** Approximate number of traces; exact if there are few. */
  traces: number
  services: string[]
}

const measures: Readonly<Record<keyof Measures, string>> = {
  nothing: '0',
  traces: 'uniq(trace_id)',
  services: 'groupUniqArray(service)',
}

interface SpanCount<Name extends keyof Measures> {
  spans: number
  measured: Measures[Name]
}

/** A sample, with the count of its spans if it consists of the first ids. */
async function chooseSample<Name extends keyof Measures>(
  store: TelemetryReader,
  scope: TelemetryScope,
  measure: Name,
): Promise<SpanSample & { first?: SpanCount<Name> }> {
  const all = withinScope(scope, 'start_time')
  const { spans } = await countSpans(store, all, 'nothing')
  const oneIn = Math.max(1, Math.ceil(spans / limits.query.comparedSpansMax))
  if (oneIn === 1) return { oneIn, filter: all }
  const filter = allOf(all, {
    sql: 'trace_id < {firstOfRest:String}',
    parameters: {
      firstOfRest: Math.ceil(idStarts / oneIn)
        .toString(16)
        .padStart(4, '0'),
    },
  })
  const first = await countSpans(store, filter, measure)
  const share = (first.spans * oneIn) / spans
  if (share > 1 / evenShareMax && share < evenShareMax) return { oneIn, filter, first }
  return { oneIn, filter: allOf(all, { sql: 'cityHash64(trace_id) % {oneIn:UInt32} = 0', parameters: { oneIn } }) }
}

async function countSpans<Name extends keyof Measures>(
  store: TelemetryReader,
  filter: Filter,
  measure: Name,
): Promise<SpanCount<Name>> {
  const [counted] = await store.read<SpanCount<Name>>({
    name: 'sampledSpansCount',
    sql: `SELECT count() AS spans, ${measures[measure]} AS measured FROM spans WHERE ${filter.sql}`,
    parameters: filter.parameters,
  })
  if (counted === undefined) throw new Error('The store counted no spans, not even zero')
  return counted
}
