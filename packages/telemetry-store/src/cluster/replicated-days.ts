import type { StoreClient } from '../client.js'
import { quoteText } from '../sql/tokenize.js'
import { countByDay, ofBatch, type BatchInTable } from '../stored-days.js'
import { localNameOf } from './cluster-tables.js'

export interface ReplicatedCount {
  days: readonly string[]
  /** Fails when a server does not answer; otherwise those that do are believed. */
  everyReplica: boolean
}

/**
 * How many rows of the batch the cluster has, by day: of each shard what the replica says that has most, because the
 * others may not have fetched it yet.
 * @returns Days without rows are missing.
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

/** Whether a statement with one of the ids, or what became of it on another server, still runs. */
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
