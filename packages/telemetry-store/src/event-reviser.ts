import { createId } from '@signalbox/contracts'
import type { StoreClient } from './client.js'
import { alteredTable, localNameOf, onCluster } from './cluster/cluster-tables.js'
import { toStoreError } from './store-errors.js'
import type { EventRow } from './tables/index.js'

/** Columns of an event that follow from its stacks. */
export const revisedColumns = [
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
  max: number
}

/** Replaces what stands in stored events. */
export interface EventReviser {
  /** Events with a frame whose source was not found, the newest first. @throws StoreError. */
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
        for (const [day, ofDay] of groupByDay(revisions)) await reviseDay(client, { ...owner, day }, ofDay)
      }),
  }
}

async function asStoreError<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw toStoreError(error)
  }
}

async function listUnresolved(client: StoreClient, search: UnresolvedSearch): Promise<RevisableEvent[]> {
  const { organizationId, projectId, sinceMs, before, max } = search
  const milliseconds = (name: string) => `fromUnixTimestamp64Milli({${name}:Int64}, 'UTC')`
  const result = await client.clickhouse.query({
    query: `
      SELECT event_id, title, culprit, fingerprint, payload,
        toFloat64(toUnixTimestamp64Milli(events.timestamp)) AS timestamp,
        toFloat64(toUnixTimestamp64Milli(received_at)) AS receivedAt
      FROM events
      WHERE organization_id = {organizationId:String} AND project_id = {projectId:String}
        AND events.timestamp >= ${milliseconds('sinceMs')} AND events.timestamp <= ${milliseconds('beforeMs')}
        AND (events.timestamp < ${milliseconds('beforeMs')} OR event_id < {beforeId:String})
        AND position(payload, '"js_no_source"') > 0
      ORDER BY events.timestamp DESC, event_id DESC
      LIMIT {max:UInt32}`,
    query_params: { organizationId, projectId, sinceMs, beforeMs: before.timestamp, beforeId: before.eventId, max },
    format: 'JSONEachRow',
  })
  return result.json<RevisableEvent>()
}

function groupByDay(revisions: readonly EventRevision[]): Map<string, EventRevision[]> {
  const days = new Map<string, EventRevision[]>()
  for (const revision of revisions) {
    const day = new Date(revision.timestamp).toISOString().slice(0, 10)
    days.set(day, [...(days.get(day) ?? []), revision])
  }
  return days
}

/**
 * A mutation replaces a part as a whole. Its values lie in a table and not in its statement, which every replica keeps; once they
 * are gone it would find no event of its own.
 */
async function reviseDay(
  client: StoreClient,
  { day, ...owner }: { organizationId: string; projectId: string; day: string },
  revisions: readonly EventRevision[],
): Promise<void> {
  const revision = createId()
  await client.clickhouse.insert({
    table: 'event_revisions',
    values: revisions.map(({ timestamp: _, ...columns }) => ({ ...columns, revision })),
    format: 'JSONEachRow',
    clickhouse_settings: { insert_distributed_sync: 1 },
  })
  await syncReplicas(client)
  await client.clickhouse.command({
    query: `
      ALTER TABLE ${alteredTable(client, 'events')} UPDATE ${revisedColumns.map(assignment).join(', ')}
      IN PARTITION {day:String}
      WHERE organization_id = {organizationId:String} AND project_id = {projectId:String}
        AND event_id IN (SELECT event_id FROM event_revisions WHERE revision = {revision:String})
      SETTINGS mutations_sync = 2, allow_nondeterministic_mutations = 1`,
    query_params: { ...owner, day, revision },
  })
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
      FROM event_revisions WHERE revision = {revision:String})`
  const value = `transform(toString(event_id), ${listOf('event_id')}, ${listOf(column)}, toString(${column}))`
  return `${column} = ${column === 'fingerprint' ? `toFixedString(${value}, 32)` : value}`
}
