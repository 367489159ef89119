import type { TableDefinition } from './definition.js'

/** One log entry of an application. */
export interface LogRow {
  organization_id: string
  project_id: string
  /** Unix microseconds. */
  timestamp: number
  /** Orders entries with the same time. */
  sequence: number
  /** `trace`, `debug`, `info`, `warn`, `error` or `fatal`. */
  level: string
  /** OpenTelemetry severity number, 1 to 24. */
  severity_number: number
  body: string
  /** 32 lower-case hex digits, empty when unknown. */
  trace_id: string
  /** 16 lower-case hex digits, empty when unknown. */
  span_id: string
  service: string
  release: string
  environment: string
  sdk_name: string
  attributes: Record<string, string>
  /** When ingest received it, in Unix milliseconds. */
  received_at: number
}

export const logsTable: TableDefinition<LogRow> = {
  name: 'logs',
  columns: {
    organization_id: 'LowCardinality(String)',
    project_id: 'LowCardinality(String)',
    timestamp: "DateTime64(6, 'UTC')",
    sequence: 'UInt64',
    level: 'LowCardinality(String)',
    severity_number: 'UInt8',
    body: 'String',
    trace_id: 'String',
    span_id: 'String',
    service: 'LowCardinality(String)',
    release: 'LowCardinality(String)',
    environment: 'LowCardinality(String)',
    sdk_name: 'LowCardinality(String)',
    attributes: 'Map(LowCardinality(String), String)',
    received_at: "DateTime64(3, 'UTC')",
  },
  retention: { kind: 'logs', column: 'timestamp' },
  partitionTimeMs: (row) => row.timestamp / 1_000,
}
