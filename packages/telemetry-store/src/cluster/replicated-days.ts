import type { StoreClient } from '../client.js'
import { quoteText } from '../sql/tokenize.js'
import { countByDay, ofBatch, type BatchInTable } from '../stored-days.js'
import { localNameOf } from './cluster-tables.js'

export interface ReplicatedCount {
  days: readonly string[]
  /** If true, fails if a server does not respond; otherwise relies on those that do. */
  everyReplica: boolean
}

/**
 * Counts the batch's rows in the cluster by day. Per shard, the replica with the most rows counts, because the others
 * may not have fetched them yet.
 * @returns a map without the days that have no rows.
 */
export async function countReplicatedRows(
  client: StoreClient,
  { table, position }: BatchInTable,
  { days, everyReplica }: ReplicatedCount,
): Promise<Map<string, number>> {
  const local = `clusterAllReplicas(${nameOf(client)}, currentDatabase(), ${quoteText(localNameOf(table))})`
  const query = `
    SELECT partitionId, toUInt32(sum(rows)) AS rows FROM (
      SELECT shard, partitionId, max(rows) AS rows FROM (
        SELECT getMacro('shard') AS shard, getMacro('replica') AS replica, _partition_id AS partitionId,
          count() AS rows
        FROM ${local} WHERE _partition_id IN {partitionIds:Array(String)} AND ${ofBatch}
        GROUP BY shard, replica, partitionId)
      GROUP BY shard, partitionId)
    GROUP BY partitionId SETTINGS skip_unavailable_shards = ${everyReplica ? 0 : 1}`
  return countByDay(client, query, { position, days })
}

/** Whether a statement with one of the ids, or a part of it on another server, is still running. */
export async function isRunningAnywhere(client: StoreClient, queryIds: readonly string[]): Promise<boolean> {
  const result = await client.clickhouse.query({
    query: `SELECT initial_query_id FROM clusterAllReplicas(${nameOf(client)}, 'system', 'processes')
      WHERE initial_query_id IN {queryIds:Array(String)} SETTINGS skip_unavailable_shards = 1`,
    query_params: { queryIds },
    format: 'JSONEachRow',
  })
  return (await result.json()).length > 0
}

const nameOf = ({ cluster = '' }: StoreClient): string => quoteText(cluster)
