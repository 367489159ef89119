import type { StoreClient } from './client.js'
import { alteredTable } from './cluster/cluster-tables.js'
import { toStoreError } from './store-errors.js'

/** Events that are to be gone. */
export interface EventErasure {
  organizationId: string
  projectId: string
  fingerprints: readonly string[]
  /** Events that ingest took in later are not meant. Unix milliseconds. */
  receivedUntilMs: number
}

/** Deletes events for good. */
export interface EventEraser {
  /**
   * Deletes events and the files that came with them; when it resolves they are gone, on all replicas. Erasing again
   * finds nothing. Rows of a batch that is stored again afterwards come back: see who calls it.
   * @returns rows that were deleted.
   * @throws StoreError when the store cannot be reached or refuses; some of the rows may be gone then.
   */
  eraseEvents(erasure: EventErasure): Promise<number>
}

export function createEventEraser(client: StoreClient): EventEraser {
  return {
    eraseEvents: async (erasure) => {
      try {
        // Files first: which ones they are is only known as long as their events are there.
        return (await eraseFrom(client, attachmentsOf, erasure)) + (await eraseFrom(client, eventsOf, erasure))
      } catch (error) {
        throw toStoreError(error)
      }
    },
  }
}

/** Rows of one table, and the time that its partitions are made of. */
interface ErasedRows {
  table: 'events' | 'attachments'
  time: string
  condition: string
}

const ofProject = 'organization_id = {organizationId:String} AND project_id = {projectId:String}'

const eventsOf: ErasedRows = {
  table: 'events',
  time: 'timestamp',
  condition: `${ofProject} AND fingerprint IN {fingerprints:Array(String)}
    AND received_at <= fromUnixTimestamp64Milli({receivedUntilMs:Int64}, 'UTC')`,
}

const attachmentsOf: ErasedRows = {
  table: 'attachments',
  time: 'received_at',
  condition: `${ofProject} AND event_id IN (SELECT event_id FROM events WHERE ${eventsOf.condition})`,
}

/** Day by day, so that no statement takes long: each rewrites the parts of a partition that hold such rows. */
async function eraseFrom(
  client: StoreClient,
  { table, time, condition }: ErasedRows,
  erasure: EventErasure,
): Promise<number> {
  const parameters = { ...erasure }
  const result = await client.clickhouse.query({
    query: `SELECT toString(toDate(${time})) AS day, toUInt32(count()) AS rows FROM ${table} WHERE ${condition}
      GROUP BY day ORDER BY day`,
    query_params: parameters,
    format: 'JSONEachRow',
  })
  const days = await result.json<{ day: string; rows: number }>()
  for (const { day } of days) {
    await client.clickhouse.command({
      // Which files belong to the events is asked on each replica, and is the same on all: events go last.
      query: `ALTER TABLE ${alteredTable(client, table)} DELETE IN PARTITION {day:String} WHERE ${condition}
        SETTINGS mutations_sync = 2, allow_nondeterministic_mutations = 1`,
      query_params: { ...parameters, day },
    })
  }
  return days.reduce((sum, { rows }) => sum + rows, 0)
}
