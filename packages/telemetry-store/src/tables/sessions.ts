import type { TableDefinition } from './definition.js'

/** One update of a session, or sessions of one minute and status that the SDK summed up. */
export interface SessionRow {
  organization_id: string
  project_id: string
  release: string
  environment: string
  /** Unix milliseconds. */
  started: number
  /** 32 lower-case hex digits, empty for summed sessions. */
  session_id: string
  /** Hash of 32 hex digits that tells users apart, empty when unknown. */
  user_key: string
  /** `ok`, `exited`, `errored`, `unhandled`, `abnormal` or `crashed`. */
  status: string
  /** 1 for the first update of a session and for summed sessions. */
  is_init: number
  /** Sessions that the row stands for. */
  quantity: number
  /** Errors in the session up to this update. */
  errors: number
  /** Milliseconds, null when unknown. */
  duration_ms: number | null
  /** Order of the updates of one session, higher is newer. */
  sequence: number
  sdk_name: string
  /** Unix milliseconds when ingest took it in. */
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
