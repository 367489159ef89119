import { limits, type TraceError } from '@signalbox/contracts'
import type { TelemetryReader } from '@signalbox/telemetry-store'
import { ofTrace, type TraceReference } from './trace-spans.js'

/** Number of a table's rows in a trace, and the time of the first. */
export interface TraceRows {
  count: number
  /** Unix milliseconds; meaningless if there are none. */
  firstMs: number
}

/** The distinct events of the trace, earliest first, ties by id. */
export async function readTraceErrors(store: TelemetryReader, trace: TraceReference): Promise<TraceError[]> {
  const filter = ofTrace(trace)
  const rows = await store.read<Omit<TraceError, 'timestamp'> & { timestampMs: number }>({
    name: 'traceErrors',
    sql: `
      SELECT event_id, project_id, span_id, title, level, toUnixTimestamp64Milli(timestamp) AS timestampMs
      FROM events
      WHERE ${filter.sql}
      ORDER BY timestamp, event_id, project_id
      LIMIT 1 BY project_id, event_id
      LIMIT {errorsMax:UInt32}`,
    parameters: { ...filter.parameters, errorsMax: limits.query.traceErrorsMax },
  })
  return rows.map(({ timestampMs, ...error }) => ({ ...error, timestamp: new Date(timestampMs).toISOString() }))
}

const nothing: TraceRows = { count: 0, firstMs: 0 }

/** Distinct events of the trace. */
export async function countTraceErrors(store: TelemetryReader, trace: TraceReference): Promise<TraceRows> {
  const filter = ofTrace(trace)
  const [rows] = await store.read<TraceRows>({
    name: 'traceErrorCount',
    sql: `
      SELECT uniqExact(project_id, event_id) AS count, toUnixTimestamp64Milli(min(timestamp)) AS firstMs
      FROM events
      WHERE ${filter.sql}`,
    parameters: filter.parameters,
  })
  return rows ?? nothing
}

/** Log entries of the trace. */
export async function countTraceLogs(store: TelemetryReader, trace: TraceReference): Promise<TraceRows> {
  const filter = ofTrace(trace)
  const [rows] = await store.read<TraceRows>({
    name: 'traceLogCount',
    sql: `
      SELECT count() AS count, toUnixTimestamp64Milli(toDateTime64(min(timestamp), 3, 'UTC')) AS firstMs
      FROM logs
      WHERE ${filter.sql}`,
    parameters: filter.parameters,
  })
  return rows ?? nothing
}
