import type { StoreClient } from './client.js'
import { mutateRows } from './mutate-rows.js'
import type { LogPosition, TableName } from './tables/index.js'

/** Rows of one batch in one table, found or removed by their position. */
export interface BatchInTable {
  table: TableName
  position: LogPosition
}

/** Condition of rows by their position; its values are `batchParameters`. */
export const ofBatch =
  'log_topic = {topic:String} AND log_partition = {partition:UInt16} AND log_offset = {start:UInt64}'

const batchParameters = ({ topic, partition, start }: LogPosition) => ({ topic, partition, start })

/** The partition of a day (`YYYY-MM-DD`), as the store calls it. */
export const partitionOf = (day: string) => day.replaceAll('-', '')

/** The day of a partition, as `partitionOf` takes it. */
export const dayOf = (partitionId: string) =>
  `${partitionId.slice(0, 4)}-${partitionId.slice(4, 6)}-${partitionId.slice(6)}`

/**
 * How many rows of the batch are stored, by day. Only the days asked for are read.
 * @returns Days without rows are missing.
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
 * Asks for the rows of a batch on some days. The query answers `partitionId` and `rows`; its values are those of
 * `ofBatch`, and `partitionIds`.
 * @returns Days without rows are missing.
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

/** Removes the rows of the batch from one day; when it resolves they are gone, on all replicas. */
export async function deleteStoredDay(
  client: StoreClient,
  { table, position }: BatchInTable,
  day: string,
): Promise<void> {
  const parameters = batchParameters(position)
  await mutateRows(client, { table, change: 'DELETE', day, condition: ofBatch, parameters })
}

/** Whether a statement with one of the ids still runs: then what it writes may yet appear. */
export async function isStillRunning(client: StoreClient, queryIds: readonly string[]): Promise<boolean> {
  const result = await client.clickhouse.query({
    query: 'SELECT query_id FROM system.processes WHERE query_id IN {queryIds:Array(String)}',
    query_params: { queryIds },
    format: 'JSONEachRow',
  })
  return (await result.json()).length > 0
}
