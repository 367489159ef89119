import type { RowsByTable, SpanRow } from '../tables/index.js'

/** Tables whose rows are kept once for each identity, however often the item is sent. */
export type IdentifiedTable = 'events' | 'spans' | 'check_ins' | 'attachments'

/** Columns that tell the items of a table apart, with the type in which they are looked up. */
export const identityColumns = {
  events: { organization_id: 'String', project_id: 'String', event_id: 'FixedString(32)' },
  spans: {
    organization_id: 'String',
    project_id: 'String',
    trace_id: 'FixedString(32)',
    span_id: 'FixedString(16)',
  },
  // One run is announced, and later said to have ended.
  check_ins: { organization_id: 'String', project_id: 'String', check_in_id: 'FixedString(32)', status: 'String' },
  // SDKs give several files of an event the same name, so the content decides as well.
  attachments: {
    organization_id: 'String',
    project_id: 'String',
    event_id: 'FixedString(32)',
    sha256: 'FixedString(64)',
    name: 'String',
  },
} as const satisfies { [Table in IdentifiedTable]: { [Column in keyof RowsByTable[Table]]?: string } }

/** Joins the values of an identity to a text; none of them can hold it. */
export const identitySeparator = '\t'

/** Says the newest run that is open, whichever that is: it names no check-in. */
const noCheckInId = '0'.repeat(32)

interface Identified<Row> {
  /** The values of `identityColumns`, in their order; undefined for an item that cannot be told from others. */
  identityOf: (row: Row) => readonly string[] | undefined
  /** Unix milliseconds by which the rows of the table are ordered. */
  timeOf: (row: Row) => number
}

type SpanKey = Pick<SpanRow, 'organization_id' | 'project_id' | 'trace_id' | 'span_id'>

/** Of a span, and of the copy that is kept of a root. */
export function identityOfSpan({ organization_id, project_id, trace_id, span_id }: SpanKey): readonly string[] {
  return [organization_id, project_id, trace_id, span_id]
}

/** What identifies the rows of each table. Pure: runs in any thread. */
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
}
