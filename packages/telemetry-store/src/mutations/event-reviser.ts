import { createId } from '@signalbox/contracts'
import type { StoreClient } from '../client.js'
import { localNameOf, onCluster } from '../cluster/cluster-tables.js'
import { mutateRows, ofProject } from './mutate-rows.js'
import { asStoreError } from '../store-errors.js'
import type { EventRow } from '../tables/index.js'

/** Event columns that are derived from its stack traces. */
const revisedColumns = [
  'title',
  'culprit',
  'fingerprint',
  'previous_fingerprint',
  'grouping_version',
  'grouping_components',
  'stack_trace',
  'payload',
] as const satisfies readonly (keyof EventRow)[]

/** New column values for a stored event. */
export type EventRevision = Pick<EventRow, 'event_id' | 'timestamp' | (typeof revisedColumns)[number]>

/** A stored event that may need a revision. */
export type RevisableEvent = Pick<EventRow, 'event_id' | 'title' | 'culprit' | 'fingerprint' | 'payload'> & {
  /** Unix milliseconds. */
  timestamp: number
  receivedAt: number
}

/** Selects a page of events, newest first. */
export interface UnresolvedSearch {
  organizationId: string
  projectId: string
  /** Older events are left unchanged. Unix milliseconds. */
  sinceMs: number
  /** Last event of the previous page; only older events are returned. */
  before: { timestamp: number; eventId: string }
}

/** Maximum events per page, and maximum bytes of their payloads; a page has at least one event. */
const pageRowsMax = 200
const pageBytesMax = 8 * 1024 * 1024

/** Replaces column values of stored events. */
export interface EventReviser {
  /**
   * Lists a page of events that have a frame without a resolved source, newest first; empty after the last page.
   * @throws StoreError.
   */
  listUnresolved(search: UnresolvedSearch): Promise<RevisableEvent[]>
  /**
   * Applies revisions. When it resolves, all replicas have them. Every query sees an event either before or after its
   * revision, never both or neither. Idempotent.
   * @throws StoreError if the store is unreachable or refuses; some events may be revised then.
   */
  reviseEvents(owner: { organizationId: string; projectId: string }, revisions: readonly EventRevision[]): Promise<void>
}

export function createEventReviser(client: StoreClient): EventReviser {
  return {
    listUnresolved: (search) => asStoreError(() => listUnresolved(client, search)),
    reviseEvents: (owner, revisions) =>
      asStoreError(async () => {
        if (revisions.length > 0) await reviseEvents(client, owner, revisions)
      }),
  }
}

async function listUnresolved(client: StoreClient, search: UnresolvedSearch): Promise<RevisableEvent[]> {
  const { organizationId, projectId, sinceMs, before } = search
  const milliseconds = (name: string) => `fromUnixTimestamp64Milli({${name}:Int64}, 'UTC')`
  const result = await client.clickhouse.query({
    query: `
      SELECT event_id, title, culprit, fingerprint, payload,
        toFloat64(toUnixTimestamp64Milli(time)) AS timestamp, toFloat64(toUnixTimestamp64Milli(received_at)) AS receivedAt
      FROM (
        SELECT *, sum(length(payload)) OVER (ORDER BY time DESC, event_id DESC ROWS UNBOUNDED PRECEDING) AS bytesUpTo
        FROM (
          SELECT event_id, title, culprit, fingerprint, payload, events.timestamp AS time, received_at
          FROM events
          WHERE ${ofProject}
            AND time >= ${milliseconds('sinceMs')} AND time <= ${milliseconds('beforeMs')}
            AND (time < ${milliseconds('beforeMs')} OR event_id < {beforeId:String})
            AND position(payload, '"js_no_source"') > 0
          ORDER BY time DESC, event_id DESC
          LIMIT ${pageRowsMax}
        )
      )
      WHERE bytesUpTo <= greatest(${pageBytesMax}, length(payload))
      ORDER BY time DESC, event_id DESC`,
    query_params: { organizationId, projectId, sinceMs, beforeMs: before.timestamp, beforeId: before.eventId },
    format: 'JSONEachRow',
  })
  return result.json<RevisableEvent>()
}

const ofRevision = 'revision = {revision:String}'

/**
 * Runs one mutation per day, because a mutation replaces a part as a unit. The values are stored in a table rather than
 * in the statement, which every replica keeps; once they are deleted, a repeated mutation matches no events. They are
 * deleted after all replicas have applied the mutations.
 */
async function reviseEvents(
  client: StoreClient,
  { organizationId, projectId }: { organizationId: string; projectId: string },
  revisions: readonly EventRevision[],
): Promise<void> {
  const revision = createId()
  await client.clickhouse.insert({
    table: 'event_revisions',
    values: revisions.map((event) => ({
      ...{ revision, organization_id: organizationId, project_id: projectId },
      ...columnsOf(event),
    })),
    format: 'JSONEachRow',
    ...(client.cluster !== undefined && { clickhouse_settings: { distributed_foreground_insert: 1 } }),
  })
  await syncReplicas(client)
  const parameters = { organizationId, projectId, revision }
  for (const day of daysOf(revisions)) {
    await mutateRows(client, {
      table: 'events',
      change: `UPDATE ${revisedColumns.map(assignment).join(', ')}`,
      day,
      condition: `${ofProject} AND event_id IN (SELECT event_id FROM event_revisions WHERE ${ofRevision})`,
      parameters,
    })
  }
  await mutateRows(client, { table: 'event_revisions', change: 'DELETE', condition: ofRevision, parameters })
}

function columnsOf(event: EventRevision) {
  return Object.fromEntries((['event_id', ...revisedColumns] as const).map((column) => [column, event[column]]))
}

function daysOf(revisions: readonly EventRevision[]): ReadonlySet<string> {
  return new Set(revisions.map(({ timestamp }) => new Date(timestamp).toISOString().slice(0, 10)))
}

/** Every replica applies a mutation on its own, so all must see the same values. */
async function syncReplicas({ clickhouse, cluster }: StoreClient): Promise<void> {
  if (cluster === undefined) return
  await clickhouse.command({
    query: `SYSTEM SYNC REPLICA${onCluster(cluster)} ${localNameOf('event_revisions')} LIGHTWEIGHT`,
  })
}

/** Both lists are sorted by event id. */
function assignment(column: (typeof revisedColumns)[number]): string {
  const listOf = (value: string) =>
    `(SELECT arrayMap(pair -> pair.2, arraySort(groupArray((toString(event_id), toString(${value})))))
      FROM event_revisions WHERE ${ofRevision})`
  const value = `transform(toString(event_id), ${listOf('event_id')}, ${listOf(column)}, toString(${column}))`
  return `${column} = ${column === 'fingerprint' ? `toFixedString(${value}, 32)` : value}`
}
