import type { TableDefinition } from './definition.js'

/** One metric measurement of an application. */
export interface AppMetricRow {
  organization_id: string
  project_id: string
  name: string
  /** `counter`, `gauge` or `distribution`. */
  type: string
  unit: string
  /** Unix microseconds. */
  timestamp: number
  /** In `unit`; for a counter, the increment. */
  value: number
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

export const appMetricsTable: TableDefinition<AppMetricRow> = {
  name: 'app_metrics',
  columns: {
    organization_id: 'LowCardinality(String)',
    project_id: 'LowCardinality(String)',
    name: 'LowCardinality(String)',
    type: 'LowCardinality(String)',
    unit: 'LowCardinality(String)',
    timestamp: "DateTime64(6, 'UTC')",
    value: 'Float64',
    trace_id: 'String',
    span_id: 'String',
    service: 'LowCardinality(String)',
    release: 'LowCardinality(String)',
    environment: 'LowCardinality(String)',
    sdk_name: 'LowCardinality(String)',
    attributes: 'Map(LowCardinality(String), String)',
    received_at: "DateTime64(3, 'UTC')",
  },
  retention: { kind: 'metrics', column: 'timestamp' },
  partitionTimeMs: (row) => row.timestamp / 1_000,
}
