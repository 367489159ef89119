import { createId } from '@signalbox/contracts'
import type { StoreClient } from './client.js'
import { localNameOf, onCluster } from './cluster/cluster-tables.js'
import { mutateRows, ofProject } from './mutate-rows.js'
import { asStoreError } from './store-errors.js'
import type { EventRow } from './tables/index.js'

/** Columns of an event that follow from its stacks. */
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

/** What is to stand in a stored event. */
export type EventRevision = Pick<EventRow, 'event_id' | 'timestamp' | (typeof revisedColumns)[number]>

/** A stored event that may have to be revised. */
export type RevisableEvent = Pick<EventRow, 'event_id' | 'title' | 'culprit' | 'fingerprint' | 'payload'> & {
  /** Unix milliseconds. */
  timestamp: number
  receivedAt: number
}

/** Where to look: from the newest event backwards. */
export interface UnresolvedSearch {
  organizationId: string
  projectId: string
  /** Events from before are left as they are. Unix milliseconds. */
  sinceMs: number
  /** The last event of the page before; everything older is asked for. */
  before: { timestamp: number; eventId: string }
}

/** Events that are read at once, and bytes of their payloads; at least one event. */
const pageRowsMax = 200
const pageBytesMax = 8 * 1024 * 1024

/** Replaces what stands in stored events. */
export interface EventReviser {
  /** A page of events with a frame whose source was not found, the newest first; empty when there are no more. @throws StoreError. */
  listUnresolved(search: UnresolvedSearch): Promise<RevisableEvent[]>
  /**
   * Puts the revisions in the place of what is stored; when it resolves, all replicas have them. Each query sees an event as it
   * was or as it is, never both or neither. Revising again changes nothing.
   * @throws StoreError when the store cannot be reached or refuses; some of the events may be revised then.
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
 * A mutation replaces a part as a whole, so there is one for each day. Its values lie in a table and not in its statement, which
 * every replica keeps; once they are gone it would find no event of its own. They go when all replicas have it behind them.
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

/** Every replica carries a mutation out by itself: all must find the same values. */
async function syncReplicas({ clickhouse, cluster }: StoreClient): Promise<void> {
  if (cluster === undefined) return
  await clickhouse.command({
    query: `SYSTEM SYNC REPLICA${onCluster(cluster)} ${localNameOf('event_revisions')} LIGHTWEIGHT`,
  })
}

/** Both lists are in the order of the events' ids. */
function assignment(column: (typeof revisedColumns)[number]): string {
  const listOf = (value: string) =>
    `(SELECT arrayMap(pair -> pair.2, arraySort(groupArray((toString(event_id), toString(${value})))))
      FROM event_revisions WHERE ${ofRevision})`
  const value = `transform(toString(event_id), ${listOf('event_id')}, ${listOf(column)}, toString(${column}))`
  return `${column} = ${column === 'fingerprint' ? `toFixedString(${value}, 32)` : value}`
}
