import type { TableDefinition } from './definition.js'

/** One error or message event. Texts are well-formed Unicode; absent texts are empty. */
export interface EventRow {
  organization_id: string
  project_id: string
  /** Unix milliseconds, after the clock rules of the protocol. */
  timestamp: number
  /** 32 lower-case hex digits. */
  event_id: string
  level: string
  /** Formatted message; `Type: value` for exceptions without one. */
  message: string
  exception_type: string
  exception_value: string
  /** Whether the application caught all of its exceptions: `true`, `false`, empty when the SDK did not say. */
  handled: '' | 'true' | 'false'
  /** What a list shows: `Type: first line of value`, or the first line of the message. */
  title: string
  /** Where it happened: transaction or crash frame. */
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
  /** What tells users apart: id, else e-mail, else username, else address; empty when unknown. */
  user_key: string
  /** JSON of the user's fields, empty when there is none. */
  user: string
  tags: Record<string, string>
  /** 32 hex digits; equal for events of one issue. */
  fingerprint: string
  /** Fingerprint by the version of the grouping before; empty when it is the same. */
  previous_fingerprint: string
  grouping_version: string
  /** JSON that explains the fingerprint: which parts contributed. */
  grouping_components: string
  /** Occurrences that the row stands for: above 1 for samples kept of a flood. */
  times_seen: number
  /** Multi-line text. */
  stack_trace: string
  /** Normalised event as JSON. */
  payload: string
  /** Unix milliseconds when ingest took it in. */
  received_at: number
  /** Of the texts that are long: what stands between the quotes of their JSON, when that is known. No column. */
  inJson?: Readonly<Record<(typeof longTexts)[number], string>>
}

const longTexts = ['grouping_components', 'stack_trace', 'payload'] as const

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
  longTexts: { names: longTexts, inJsonOf: ({ inJson }) => inJson },
  retention: { kind: 'errors', column: 'timestamp' },
  partitionTimeMs: (row) => row.timestamp,
}
