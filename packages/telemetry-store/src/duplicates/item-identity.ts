import type { RowsByTable, SpanRow } from '../tables/index.js'

/** Tables that store one row per identity, however often the item is sent. */
export type IdentifiedTable = 'events' | 'spans' | 'check_ins' | 'attachments' | 'feedback'

/** Columns that identify an item in a table, with the type to query them by. */
export const identityColumns = {
  events: { organization_id: 'String', project_id: 'String', event_id: 'FixedString(32)' },
  spans: {
    organization_id: 'String',
    project_id: 'String',
    trace_id: 'FixedString(32)',
    span_id: 'FixedString(16)',
  },
  // The same run is reported at its start and again at its end, so the status is part of the identity.
  check_ins: { organization_id: 'String', project_id: 'String', check_in_id: 'FixedString(32)', status: 'String' },
  // SDKs give several files of an event the same name, so the content is part of the identity.
  attachments: {
    organization_id: 'String',
    project_id: 'String',
    event_id: 'FixedString(32)',
    sha256: 'FixedString(64)',
    name: 'String',
  },
  feedback: { organization_id: 'String', project_id: 'String', feedback_id: 'FixedString(32)' },
} as const satisfies { [Table in IdentifiedTable]: { [Column in keyof RowsByTable[Table]]?: string } }

/** Separates the values in an identity; none of them can contain it. */
export const identitySeparator = '\t'

/** Refers to the newest open run instead of a specific check-in. */
const noCheckInId = '0'.repeat(32)

interface Identified<Row> {
  /** Values of `identityColumns`, in order; undefined if the item cannot be identified. */
  identityOf: (row: Row) => readonly string[] | undefined
  /** Time by which the table's rows are ordered, in Unix milliseconds. */
  timeOf: (row: Row) => number
}

type SpanKey = Pick<SpanRow, 'organization_id' | 'project_id' | 'trace_id' | 'span_id'>

/** Identity of a span and of its copy among the root spans. */
export function identityOfSpan({ organization_id, project_id, trace_id, span_id }: SpanKey): readonly string[] {
  return [organization_id, project_id, trace_id, span_id]
}

/** Identity and time of the rows of each table. Pure: runs in any thread. */
export const identified: { readonly [Table in IdentifiedTable]: Identified<RowsByTable[Table]> } = {
  events: {
    identityOf: ({ organization_id, project_id, event_id }) => [organization_id, project_id, event_id],
    timeOf: ({ timestamp }) => timestamp,
  },
  spans: {
    identityOf: identityOfSpan,
    timeOf: ({ start_time }) => start_time / 1_000,
  },
  check_ins: {
    identityOf: ({ organization_id, project_id, check_in_id, status }) =>
      check_in_id === noCheckInId ? undefined : [organization_id, project_id, check_in_id, status],
    timeOf: ({ timestamp }) => timestamp,
  },
  attachments: {
    identityOf: ({ organization_id, project_id, event_id, sha256, name }) => [
      organization_id,
      project_id,
      event_id,
      sha256,
      name,
    ],
    timeOf: ({ received_at }) => received_at,
  },
  feedback: {
    identityOf: ({ organization_id, project_id, feedback_id }) => [organization_id, project_id, feedback_id],
    timeOf: ({ timestamp }) => timestamp,
  },
}
