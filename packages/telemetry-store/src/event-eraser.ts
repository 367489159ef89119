import type { StoreClient } from './client.js'
import type { AlterableTable } from './cluster/cluster-tables.js'
import { mutateRows, ofProject } from './mutate-rows.js'
import { asStoreError } from './store-errors.js'

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
   * Deletes events, the files that came with them and what they were to become; when it resolves they are gone, on all replicas. Erasing again
   * finds nothing. Rows of a batch that is stored again afterwards come back: see who calls it.
   * @returns rows that were deleted.
   * @throws StoreError when the store cannot be reached or refuses; some of the rows may be gone then.
   */
  eraseEvents(erasure: EventErasure): Promise<number>
}

export function createEventEraser(client: StoreClient): EventEraser {
  return {
    eraseEvents: (erasure) =>
      asStoreError(async () => {
        let rows = 0
        // Events last: what belongs to them is only known as long as they are there.
        for (const erased of [attachmentsOf, revisionsOf, eventsOf]) rows += await eraseFrom(client, erased, erasure)
        return rows
      }),
  }
}

/** Rows of one table, and the time that its partitions are made of. */
interface ErasedRows {
  table: AlterableTable
  time: string
  condition: string
}

const eventsOf: ErasedRows = {
  table: 'events',
  time: 'timestamp',
  condition: `${ofProject} AND fingerprint IN {fingerprints:Array(String)}
    AND received_at <= fromUnixTimestamp64Milli({receivedUntilMs:Int64}, 'UTC')`,
}

const ofErasedEvents = `event_id IN (SELECT event_id FROM events WHERE ${eventsOf.condition})`

const attachmentsOf: ErasedRows = {
  table: 'attachments',
  time: 'received_at',
  condition: `${ofProject} AND ${ofErasedEvents}`,
}

/** Left there by a crash while they were revised. */
const revisionsOf: ErasedRows = { table: 'event_revisions', time: 'created_at', condition: ofErasedEvents }

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
    await mutateRows(client, { table, change: 'DELETE', day, condition, parameters })
  }
  return days.reduce((sum, { rows }) => sum + rows, 0)
}
