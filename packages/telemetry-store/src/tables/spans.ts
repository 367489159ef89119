import type { TableDefinition } from './definition.js'

/** One span, from any source. */
export interface SpanRow {
  organization_id: string
  /** Empty for spans sent with an API key: they do not belong to a project. */
  project_id: string
  /** Unix microseconds. */
  start_time: number
  /** 32 lower-case hex digits. */
  trace_id: string
  /** 16 lower-case hex digits. */
  span_id: string
  /** Empty for the root of a trace. */
  parent_span_id: string
  service: string
  operation: string
  duration_us: number
  status: string
  /** 1 for a span that serves an HTTP request: the HTTP view counts these. */
  is_http_entry: 0 | 1
  /** HTTP response status; 0 if unknown. */
  http_status: number
  attributes: Record<string, string>
  /** OpenTelemetry resource attributes; empty for other sources. */
  resource: Record<string, string>
  /** JSON array of `{time_us, name, attributes}`; empty if there are none. */
  events: string
  /** JSON array of `{trace_id, span_id, attributes}`; empty if there are none. */
  links: string
}

/** Values of these columns for spans that do not come from an OpenTelemetry SDK. */
export const noSpanDetails = { resource: {}, events: '', links: '' } as const satisfies Partial<SpanRow>

export const spansTable: TableDefinition<SpanRow> = {
  name: 'spans',
  columns: {
    organization_id: 'LowCardinality(String)',
    project_id: 'LowCardinality(String)',
    start_time: "DateTime64(6, 'UTC')",
    trace_id: 'FixedString(32)',
    span_id: 'FixedString(16)',
    parent_span_id: 'String',
    service: 'LowCardinality(String)',
    operation: 'LowCardinality(String)',
    duration_us: 'UInt64',
    status: 'LowCardinality(String)',
    is_http_entry: 'UInt8',
    http_status: 'UInt16',
    attributes: 'Map(LowCardinality(String), String)',
    resource: 'Map(LowCardinality(String), String)',
    events: 'String',
    links: 'String',
  },
  retention: { kind: 'spans', column: 'start_time' },
  partitionTimeMs: (row) => row.start_time / 1000,
}

/** A copy of each span without a parent: the trace list pages through these. */
export type RootSpanRow = Omit<
  SpanRow,
  'parent_span_id' | 'attributes' | 'is_http_entry' | 'http_status' | keyof typeof noSpanDetails
>

export const rootSpansTable: TableDefinition<RootSpanRow> = {
  name: 'root_spans',
  columns: {
    organization_id: 'LowCardinality(String)',
    project_id: 'LowCardinality(String)',
    start_time: "DateTime64(6, 'UTC')",
    trace_id: 'FixedString(32)',
    span_id: 'FixedString(16)',
    service: 'LowCardinality(String)',
    operation: 'LowCardinality(String)',
    duration_us: 'UInt64',
    status: 'LowCardinality(String)',
  },
  retention: { kind: 'spans', column: 'start_time' },
  partitionTimeMs: (row) => row.start_time / 1000,
}
