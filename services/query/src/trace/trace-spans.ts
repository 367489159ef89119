import { limits, type SpanDetails } from '@signalbox/contracts'
import type { TelemetryReader } from '@signalbox/telemetry-store'
import { withinAttributeBudget, type BudgetedRow } from '../selection/attribute-budget.js'
import { allOf, whereEqual, type Filter } from '../selection/filter.js'
import { ofOrganization } from '../selection/telemetry-scope.js'

/** Names a trace of an organization. */
export interface TraceReference {
  organizationId: string
  /** 32 lower-case hex digits. */
  traceId: string
}

/** One span as it is stored. */
export interface StoredSpan extends BudgetedRow {
  span_id: string
  /** Empty for the root of a trace. */
  parent_span_id: string
  project_id: string
  service: string
  operation: string
  status: string
  /** Category of the operation; empty when unknown. */
  op: string
  /** Unix microseconds. */
  startUs: number
  durationUs: number
  /** Absent when there are none. */
  details?: SpanDetails
}

/** The spans of a trace as a whole. */
export interface SpanSummary {
  /** Distinct spans; 0 when nothing else means anything. */
  spans: number
  /** Unix microseconds. */
  startUs: number
  endUs: number
  services: string[]
}

const servicesMax = 1_000
const order = 'start_time, duration_us DESC, span_id'

/** Rows of a table that belong to the trace. */
export function ofTrace({ organizationId, traceId }: TraceReference): Filter {
  return allOf(ofOrganization(organizationId), whereEqual('trace_id', traceId))
}

/** All spans of the trace summed up, those beyond the limit as well. */
export async function summarizeSpans(store: TelemetryReader, trace: TraceReference): Promise<SpanSummary> {
  const filter = ofTrace(trace)
  const [summary] = await store.read<SpanSummary>({
    name: 'traceSummary',
    sql: `
      SELECT uniqExact(span_id) AS spans, toUnixTimestamp64Micro(min(start_time)) AS startUs,
        max(toUnixTimestamp64Micro(start_time) + toInt64(duration_us)) AS endUs,
        arraySort(groupUniqArray({servicesMax:UInt32})(service)) AS services
      FROM spans
      WHERE ${filter.sql}`,
    parameters: { ...filter.parameters, servicesMax },
  })
  return summary ?? { spans: 0, startUs: 0, endUs: 0, services: [] }
}

/** Spans, earliest first, longest first of those that start at once, each once: what was sent again is left out. */
export async function readSpans(store: TelemetryReader, trace: TraceReference): Promise<StoredSpan[]> {
  const filter = ofTrace(trace)
  // The narrow columns say where the last span starts, so that of a huge trace the wide ones are not sorted.
  const spans = {
    sql: `
      SELECT span_id, parent_span_id, project_id, service, operation, status, start_time, duration_us, attributes
      FROM spans
      WHERE ${filter.sql} AND start_time <= (
        SELECT max(start_time)
        FROM (
          SELECT start_time, span_id FROM spans WHERE ${filter.sql}
          ORDER BY ${order} LIMIT 1 BY span_id LIMIT {spansMax:UInt32}))
      ORDER BY ${order}
      LIMIT 1 BY span_id
      LIMIT {spansMax:UInt32}`,
    parameters: { ...filter.parameters, spansMax: limits.query.traceSpansMax },
  }
  const columns =
    "sent['sentry.op'] AS op, span_id, parent_span_id, project_id, service, operation, status, " +
    'toUnixTimestamp64Micro(start_time) AS startUs, duration_us AS durationUs'
  return store.read<StoredSpan>({ name: 'traceSpans', ...withinAttributeBudget(spans, { columns, order }) })
}
