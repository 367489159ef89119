import type { TableDefinition } from './definition.js'

/** A file that was sent with an event. */
export interface AttachmentRow {
  organization_id: string
  project_id: string
  /** 32 lower-case hex digits. */
  event_id: string
  /** When ingest received it, in Unix milliseconds. */
  received_at: number
  /** 32 lower-case hex digits; stays the same if the record is processed again. */
  attachment_id: string
  name: string
  content_type: string
  attachment_type: string
  /** File size in bytes. */
  size: number
  /** 64 lower-case hex digits. */
  sha256: string
  /** File content in base64. */
  content: string
}

export const attachmentsTable: TableDefinition<AttachmentRow> = {
  name: 'attachments',
  columns: {
    organization_id: 'LowCardinality(String)',
    project_id: 'LowCardinality(String)',
    event_id: 'FixedString(32)',
    received_at: "DateTime64(3, 'UTC')",
    attachment_id: 'FixedString(32)',
    name: 'String',
    content_type: 'LowCardinality(String)',
    attachment_type: 'LowCardinality(String)',
    size: 'UInt64',
    sha256: 'FixedString(64)',
    content: 'String',
  },
  retention: { kind: 'attachments', column: 'received_at' },
  partitionTimeMs: (row) => row.received_at,
}
