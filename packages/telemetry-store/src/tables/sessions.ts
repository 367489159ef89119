import type { TableDefinition } from './definition.js'

/** One update of a session, or the SDK's aggregate of sessions with the same minute and status. */
export interface SessionRow {
  organization_id: string
  project_id: string
  release: string
  environment: string
  /** Unix milliseconds. */
  started: number
  /** 32 lower-case hex digits; empty for aggregates. */
  session_id: string
  /** Hash that identifies the user, 32 hex digits; empty if unknown. */
  user_key: string
  /** `ok`, `exited`, `errored`, `unhandled`, `abnormal` or `crashed`. */
  status: string
  /** 1 for the first update of a session and for aggregates. */
  is_init: number
  /** Number of sessions that the row represents. */
  quantity: number
  /** Errors in the session up to this update. */
  errors: number
  /** Milliseconds, null when unknown. */
  duration_ms: number | null
  /** Orders the updates of a session; higher is newer. */
  sequence: number
  sdk_name: string
  /** When ingest received it, in Unix milliseconds. */
  received_at: number
}

export const sessionsTable: TableDefinition<SessionRow> = {
  name: 'sessions',
  columns: {
    organization_id: 'LowCardinality(String)',
    project_id: 'LowCardinality(String)',
    release: 'LowCardinality(String)',
    environment: 'LowCardinality(String)',
    started: "DateTime64(3, 'UTC')",
    session_id: 'String',
    user_key: 'String',
    status: 'LowCardinality(String)',
    is_init: 'UInt8',
    quantity: 'UInt64',
    errors: 'UInt64',
    duration_ms: 'Nullable(Float64)',
    sequence: 'UInt64',
    sdk_name: 'LowCardinality(String)',
    received_at: "DateTime64(3, 'UTC')",
  },
  retention: { kind: 'sessions', column: 'started' },
  partitionTimeMs: (row) => row.started,
}
