import type { TableDefinition } from './definition.js'

/** One piece of user feedback. Missing texts are empty. */
export interface FeedbackRow {
  organization_id: string
  project_id: string
  /** Unix milliseconds. */
  timestamp: number
  /** 32 lower-case hex digits. */
  feedback_id: string
  message: string
  name: string
  contact_email: string
  url: string
  source: string
  /** 32 lower-case hex digits; empty if it does not refer to an event. */
  associated_event_id: string
  /** 32 lower-case hex digits, empty when unknown. */
  replay_id: string
  /** 32 lower-case hex digits, empty when unknown. */
  trace_id: string
  release: string
  environment: string
  platform: string
  sdk_name: string
  /** Identifies the user: id, else e-mail, else username, else IP address; empty if unknown. */
  user_key: string
  /** JSON of the user's fields; empty if there are none. */
  user: string
  tags: Record<string, string>
  /** When ingest received it, in Unix milliseconds. */
  received_at: number
}

export const feedbackTable: TableDefinition<FeedbackRow> = {
  name: 'feedback',
  columns: {
    organization_id: 'LowCardinality(String)',
    project_id: 'LowCardinality(String)',
    timestamp: "DateTime64(3, 'UTC')",
    feedback_id: 'FixedString(32)',
    message: 'String',
    name: 'String',
    contact_email: 'String',
    url: 'String',
    source: 'LowCardinality(String)',
    associated_event_id: 'String',
    replay_id: 'String',
    trace_id: 'String',
    release: 'LowCardinality(String)',
    environment: 'LowCardinality(String)',
    platform: 'LowCardinality(String)',
    sdk_name: 'LowCardinality(String)',
    user_key: 'String',
    user: 'String',
    tags: 'Map(LowCardinality(String), String)',
    received_at: "DateTime64(3, 'UTC')",
  },
  retention: { kind: 'errors', column: 'timestamp' },
  partitionTimeMs: (row) => row.timestamp,
}
