import { limits, type SampleReason } from '@signalbox/contracts'
import type { TelemetryReader } from '@signalbox/telemetry-store'
import { withinScope, type TelemetryScope } from '../selection/telemetry-scope.js'
import { spanFailed, type SpanSample } from './span-sample.js'

/** Reasons for choosing each trace, by its id. */
export type ChosenTraces = Map<string, Set<SampleReason>>

/** The most frequent kinds of root, from which slow and typical traces are chosen. */
const rootKindsMax = 6
/** Operations with the most failures, from which failed traces are chosen; three traces each. */
const failedOperationsMax = 15

/** All traces of a scope that has few. */
export async function chooseAllTraces(store: TelemetryReader, scope: TelemetryScope): Promise<ChosenTraces> {
  const filter = withinScope(scope, 'start_time')
  const rows = await store.read<{ traceId: string; failed: 0 | 1 }>({
    name: 'allTraces',
    sql: `
      SELECT trace_id AS traceId, max(${spanFailed}) AS failed FROM spans WHERE ${filter.sql}
      GROUP BY traceId ORDER BY min(start_time), traceId LIMIT {tracesMax:UInt32}`,
    parameters: { ...filter.parameters, tracesMax: limits.query.sampledTracesMax },
  })
  return new Map(rows.map(({ traceId, failed }) => [traceId, new Set([failed === 1 ? 'failed' : 'typical'] as const)]))
}

/** Failed, slow and typical traces of a scope that has many, from its sample. */
export async function chooseTraces(store: TelemetryReader, sample: SpanSample, splitMs: number): Promise<ChosenTraces> {
  const chosen: ChosenTraces = new Map()
  const add = (reason: SampleReason, traceIds: readonly string[]) => {
    for (const id of traceIds) if (/[^\0]/.test(id)) chosen.set(id, (chosen.get(id) ?? new Set()).add(reason))
  }
  const [failed, roots] = await Promise.all([readFailed(store, sample), readRoots(store, sample, splitMs)])
  for (const { traceIds } of failed) add('failed', traceIds)
  for (const { slow, typical } of roots) {
    add('slow', [slow])
    add('typical', [typical])
  }
  return chosen
}

// The first, the last and the longest failure of an operation: how it began, how it is now, what it costs.
function readFailed(store: TelemetryReader, { filter }: SpanSample): Promise<{ traceIds: string[] }[]> {
  return store.read({
    name: 'failedTraces',
    sql: `
      SELECT [argMin(trace_id, (start_time, span_id)), argMax(trace_id, (start_time, span_id)),
        argMax(trace_id, (duration_us, span_id))] AS traceIds
      FROM spans
      WHERE ${filter.sql} AND ${spanFailed}
      GROUP BY service, operation
      ORDER BY count() DESC, service, operation
      LIMIT {operationsMax:UInt32}`,
    parameters: { ...filter.parameters, operationsMax: failedOperationsMax },
  })
}

// A kind of root without spans in one of the parts has a zero trace id there.
function readRoots(
  store: TelemetryReader,
  { filter }: SpanSample,
  splitMs: number,
): Promise<{ slow: string; typical: string }[]> {
  return store.read({
    name: 'slowAndTypicalTraces',
    sql: `
      WITH start_time < fromUnixTimestamp64Milli({splitMs:Int64}, 'UTC') AS early
      SELECT argMaxIf(trace_id, (duration_us, span_id), NOT early) AS slow,
        quantileExactIf(0.5)(duration_us, early) AS median,
        arraySort(root -> (abs(toInt64(root.1) - toInt64(median)), root.2),
          groupArrayIf((duration_us, span_id, trace_id), early))[1].3 AS typical
      FROM root_spans
      WHERE ${filter.sql}
      GROUP BY service, operation
      ORDER BY count() DESC, service, operation
      LIMIT {kindsMax:UInt32}`,
    parameters: { ...filter.parameters, splitMs, kindsMax: rootKindsMax },
  })
}
