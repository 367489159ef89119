import type { TableDefinition } from './definition.js'

/** One error or message event. Texts are well-formed Unicode; missing texts are empty. */
export interface EventRow {
  organization_id: string
  project_id: string
  /** Unix milliseconds, after the protocol's clock correction. */
  timestamp: number
  /** 32 lower-case hex digits. */
  event_id: string
  level: string
  /** Formatted message; `Type: value` for exceptions without a message. */
  message: string
  exception_type: string
  exception_value: string
  /** Whether the application caught all exceptions of the event: `true`, `false`, or empty if the SDK did not say. */
  handled: '' | 'true' | 'false'
  /** Title in lists: `Type: first line of value`, or the first line of the message. */
  title: string
  /** Location of the error: transaction or crash frame. */
  culprit: string
  platform: string
  sdk_name: string
  sdk_version: string
  release: string
  dist: string
  environment: string
  server_name: string
  logger: string
  transaction: string
  trace_id: string
  span_id: string
  /** Identifies the user: id, else e-mail, else username, else IP address; empty if unknown. */
  user_key: string
  /** JSON of the user's fields; empty if there are none. */
  user: string
  tags: Record<string, string>
  /** 32 hex digits; equal for events of one issue. */
  fingerprint: string
  /** Fingerprint by the previous grouping version; empty if it is the same. */
  previous_fingerprint: string
  grouping_version: string
  /** JSON that explains the fingerprint: the parts that contributed to it. */
  grouping_components: string
  /** Number of occurrences that the row represents: above 1 for samples of an error flood. */
  times_seen: number
  /** Multi-line text. */
  stack_trace: string
  /** Normalized event as JSON. */
  payload: string
  /** When ingest received it, in Unix milliseconds. */
  received_at: number
}

export const eventsTable: TableDefinition<EventRow> = {
  name: 'events',
  columns: {
    organization_id: 'LowCardinality(String)',
    project_id: 'LowCardinality(String)',
    timestamp: "DateTime64(3, 'UTC')",
    event_id: 'FixedString(32)',
    level: 'LowCardinality(String)',
    message: 'String',
    exception_type: 'LowCardinality(String)',
    exception_value: 'String',
    handled: 'LowCardinality(String)',
    title: 'String',
    culprit: 'String',
    platform: 'LowCardinality(String)',
    sdk_name: 'LowCardinality(String)',
    sdk_version: 'LowCardinality(String)',
    release: 'LowCardinality(String)',
    dist: 'LowCardinality(String)',
    environment: 'LowCardinality(String)',
    server_name: 'LowCardinality(String)',
    logger: 'LowCardinality(String)',
    transaction: 'LowCardinality(String)',
    trace_id: 'String',
    span_id: 'String',
    user_key: 'String',
    user: 'String',
    tags: 'Map(LowCardinality(String), String)',
    fingerprint: 'FixedString(32)',
    previous_fingerprint: 'String',
    grouping_version: 'LowCardinality(String)',
    grouping_components: 'String',
    times_seen: 'UInt32',
    stack_trace: 'String',
    payload: 'String',
    received_at: "DateTime64(3, 'UTC')",
  },
  retention: { kind: 'errors', column: 'timestamp' },
  partitionTimeMs: (row) => row.timestamp,
}
