import {
  limits,
  sampleReasons,
  type SampledSpan,
  type SampledTrace,
  type TraceSamplesResponse,
  type queryTraceSamples,
} from '@signalbox/contracts'
import type { ApiCaller, RouteHandler } from '@signalbox/service-kit'
import type { TelemetryReader } from '@signalbox/telemetry-store'
import { compareText } from '../selection/compare-text.js'
import { countLeftOut, withinAttributeBudget, type BudgetedRow } from '../selection/attribute-budget.js'
import { allOf } from '../selection/filter.js'
import { groupByKey } from '../selection/group-by-key.js'
import type { QueryContext } from '../reading/query-context.js'
import { withinScope, type TelemetryScope } from '../selection/telemetry-scope.js'
import { resolveSplit } from '../selection/time-window.js'
import { resolveRangeScope } from './range-scope.js'
import { measureSpans, spanFailed } from './span-sample.js'
import { chooseAllTraces, chooseTraces, type ChosenTraces } from './trace-selection.js'

type SamplesQuery = Parameters<RouteHandler<typeof queryTraceSamples>>[0]['query']

interface StoredSpan extends BudgetedRow, Omit<SampledSpan, 'start' | 'start_offset_ms' | 'duration_ms' | 'failed'> {
  traceId: string
  /** Unix microseconds. */
  startUs: number
  durationUs: number
  failed: 0 | 1
  spansOfTrace: number
}

const order = 'trace_id, start_time, duration_us DESC, span_id'

/** A few traces with all their spans. */
export async function listTraceSamples(
  context: QueryContext,
  caller: ApiCaller,
  query: SamplesQuery,
): Promise<TraceSamplesResponse> {
  const { store } = context
  const scope = await resolveRangeScope(context, caller, query)
  const splitMs = resolveSplit(query.split, scope.window)
  const { measured: traces, ...sample } = await measureSpans(store, scope, 'traces')
  const total = traces * sample.oneIn
  const isFew = total <= limits.query.sampledTracesMax
  const chosen = await (isFew ? chooseAllTraces(store, scope) : chooseTraces(store, sample, splitMs))
  const spans = await readSpans(store, scope, [...chosen.keys()])
  const byTrace = [...groupByKey(spans, ({ traceId }) => traceId).values()]
  const oldestFirst = byTrace.sort(
    ([left], [right]) => left.startUs - right.startUs || compareText(left.traceId, right.traceId),
  )
  return {
    traces: oldestFirst.map((own) => toTrace(own, chosen)),
    total,
    attributes_left_out: countLeftOut(spans),
  }
}

/** Spans of the traces; for one with too many, the failed and the earliest ones. */
async function readSpans(store: TelemetryReader, scope: TelemetryScope, traceIds: string[]): Promise<StoredSpan[]> {
  if (traceIds.length === 0) return []
  const filter = allOf(withinScope(scope, 'start_time'), {
    sql: 'trace_id IN {traceIds:Array(String)}',
    parameters: { traceIds },
  })
  const spans = {
    sql: `
      SELECT trace_id, span_id, parent_span_id, service, operation, status, start_time, duration_us, attributes,
        ${spanFailed} AS failed, count() OVER (PARTITION BY trace_id) AS spansOfTrace
      FROM (SELECT * FROM spans WHERE ${filter.sql} LIMIT 1 BY trace_id, span_id)
      ORDER BY trace_id, failed DESC, start_time, duration_us DESC, span_id
      LIMIT {spansMax:UInt32} BY trace_id`,
    parameters: { ...filter.parameters, spansMax: limits.query.sampledSpansMax },
  }
  const columns =
    'trace_id AS traceId, span_id, parent_span_id, service, operation, status, failed, spansOfTrace, ' +
    'toUnixTimestamp64Micro(start_time) AS startUs, duration_us AS durationUs'
  return store.read<StoredSpan>({ name: 'sampledSpans', ...withinAttributeBudget(spans, { columns, order }) })
}

function toTrace(spans: readonly [StoredSpan, ...StoredSpan[]], chosen: ChosenTraces): SampledTrace {
  const { traceId, startUs, spansOfTrace } = spans[0]
  const reasons = chosen.get(traceId)
  return {
    trace_id: traceId,
    reasons: sampleReasons.filter((reason) => reasons?.has(reason)),
    spans: spans.map((span) => toSpan(span, startUs)),
    is_cut: spansOfTrace > limits.query.sampledSpansMax,
  }
}

function toSpan(span: StoredSpan, traceStartUs: number): SampledSpan {
  const { span_id, parent_span_id, service, operation, status, attributes, startUs, durationUs, failed } = span
  return {
    span_id,
    parent_span_id,
    service,
    operation,
    start: new Date(Math.floor(startUs / 1000)).toISOString(),
    start_offset_ms: (startUs - traceStartUs) / 1000,
    duration_ms: durationUs / 1000,
    status,
    failed: failed === 1,
    attributes,
  }
}
