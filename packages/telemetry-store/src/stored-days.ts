import type { StoreClient } from './client.js'
import { mutateRows } from './mutations/mutate-rows.js'
import type { LogPosition, TableName } from './tables/index.js'

/** Rows of one batch in one table, identified by their position. */
export interface BatchInTable {
  table: TableName
  position: LogPosition
}

/** Condition for rows at a position; parameters: `batchParameters`. */
export const ofBatch =
  'log_topic = {topic:String} AND log_partition = {partition:UInt16} AND log_offset = {start:UInt64}'

const batchParameters = ({ topic, partition, start }: LogPosition) => ({ topic, partition, start })

/** Returns the store's partition id of a day (`YYYY-MM-DD`). */
export const partitionOf = (day: string) => day.replaceAll('-', '')

/** Inverse of `partitionOf`. */
export const dayOf = (partitionId: string) =>
  `${partitionId.slice(0, 4)}-${partitionId.slice(4, 6)}-${partitionId.slice(6)}`

/**
 * Counts the stored rows of the batch by day. Only the given days are read.
 * @returns a map without the days that have no rows.
 */
export async function countStoredRows(
  client: StoreClient,
  { table, position }: BatchInTable,
  days: readonly string[],
): Promise<Map<string, number>> {
  const query = `
    SELECT _partition_id AS partitionId, toUInt32(count()) AS rows FROM ${table}
    WHERE _partition_id IN {partitionIds:Array(String)} AND ${ofBatch}
    GROUP BY partitionId SETTINGS select_sequential_consistency = 1`
  return countByDay(client, query, { position, days })
}

/**
 * Counts the rows of a batch on the given days. The query must return `partitionId` and `rows`; its parameters are
 * those of `ofBatch` and `partitionIds`.
 * @returns a map without the days that have no rows.
 */
export async function countByDay(
  client: StoreClient,
  query: string,
  { position, days }: { position: LogPosition; days: readonly string[] },
): Promise<Map<string, number>> {
  const result = await client.clickhouse.query({
    query,
    query_params: { ...batchParameters(position), partitionIds: days.map(partitionOf) },
    format: 'JSONEachRow',
  })
  const counts = await result.json<{ partitionId: string; rows: number }>()
  return new Map(counts.map(({ partitionId, rows }) => [dayOf(partitionId), rows]))
}

/** Deletes the batch's rows of one day. When it resolves, they are gone on all replicas. */
export async function deleteStoredDay(
  client: StoreClient,
  { table, position }: BatchInTable,
  day: string,
): Promise<void> {
  const parameters = batchParameters(position)
  await mutateRows(client, { table, change: 'DELETE', day, condition: ofBatch, parameters })
}

/** Whether a statement with one of the ids is still running: rows may then still appear. */
export async function isStillRunning(client: StoreClient, queryIds: readonly string[]): Promise<boolean> {
  const result = await client.clickhouse.query({
    query: 'SELECT query_id FROM system.processes WHERE query_id IN {queryIds:Array(String)}',
    query_params: { queryIds },
    format: 'JSONEachRow',
  })
  return (await result.json()).length > 0
}
