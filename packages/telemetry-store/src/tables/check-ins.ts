import type { TableDefinition } from './definition.js'

/** One check-in of a scheduled job. */
export interface CheckInRow {
  organization_id: string
  project_id: string
  monitor_slug: string
  environment: string
  /** Unix milliseconds. */
  timestamp: number
  /** 32 lower-case hex digits; all zeros mean the newest open run of the monitor. */
  check_in_id: string
  /** `in_progress`, `ok` or `error`. */
  status: string
  /** Milliseconds, null when unknown. */
  duration_ms: number | null
  release: string
  /** 32 lower-case hex digits, empty when unknown. */
  trace_id: string
  /** JSON of a `MonitorConfig`; empty if the check-in had none. */
  monitor_config: string
  /** When ingest received it, in Unix milliseconds. */
  received_at: number
}

export const checkInsTable: TableDefinition<CheckInRow> = {
  name: 'check_ins',
  columns: {
    organization_id: 'LowCardinality(String)',
    project_id: 'LowCardinality(String)',
    monitor_slug: 'LowCardinality(String)',
    environment: 'LowCardinality(String)',
    timestamp: "DateTime64(3, 'UTC')",
    check_in_id: 'FixedString(32)',
    status: 'LowCardinality(String)',
    duration_ms: 'Nullable(Float64)',
    release: 'LowCardinality(String)',
    trace_id: 'String',
    monitor_config: 'String',
    received_at: "DateTime64(3, 'UTC')",
  },
  retention: { kind: 'checkIns', column: 'timestamp' },
  partitionTimeMs: (row) => row.timestamp,
}
