import { limits, type SpanDetails } from '@signalbox/contracts'
import type { TelemetryReader } from '@signalbox/telemetry-store'
import { withinAttributeBudget, type BudgetedRow } from '../selection/attribute-budget.js'
import { allOf, whereEqual, type Filter } from '../selection/filter.js'
import { ofOrganization } from '../selection/telemetry-scope.js'

/** Identifies a trace of an organization. */
export interface TraceReference {
  organizationId: string
  /** 32 lower-case hex digits. */
  traceId: string
}

/** A span as stored. */
export interface StoredSpan extends BudgetedRow {
  span_id: string
  /** Empty for the root of a trace. */
  parent_span_id: string
  project_id: string
  service: string
  operation: string
  status: string
  /** Category of the operation; empty if unknown. */
  op: string
  /** Unix microseconds. */
  startUs: number
  durationUs: number
  /** Absent if there are none. */
  details?: SpanDetails
}

/** Summary of a trace's spans. */
export interface SpanSummary {
  /** Distinct spans; if 0, the other fields are meaningless. */
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

/** Summarizes all spans of the trace, including those beyond the limit. */
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

/** Distinct spans, earliest first, longest first in a tie; resent spans are left out. */
export async function readSpans(store: TelemetryReader, trace: TraceReference): Promise<StoredSpan[]> {
  const filter = ofTrace(trace)
  // The narrow columns tell where the last span starts, so that for a huge trace the wide ones needn't be sorted.
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
