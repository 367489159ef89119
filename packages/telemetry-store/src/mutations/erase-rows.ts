import type { StoreClient } from '../client.js'
import type { AlterableTable } from '../cluster/cluster-tables.js'
import { mutateRows } from './mutate-rows.js'
import { asStoreError } from '../store-errors.js'
import { dayOf } from '../stored-days.js'

/** Selects the rows of one table to delete. */
export interface ErasedRows {
  table: AlterableTable
  /** SQL condition with parameter placeholders. */
  condition: string
  parameters: Record<string, unknown>
}

/**
 * Permanently deletes rows on all replicas. Works day by day to keep statements short: each one rewrites the affected
 * parts of a partition.
 * @returns the number of deleted rows.
 * @throws StoreError, or the signal's reason if aborted between two days.
 */
export async function eraseRows(
  client: StoreClient,
  { table, condition, parameters }: ErasedRows,
  signal?: AbortSignal,
): Promise<number> {
  const partitions = await countRows(client, { table, condition, parameters })
  for (const { partition } of partitions) {
    signal?.throwIfAborted()
    const day = dayOf(partition)
    await asStoreError(() => mutateRows(client, { table, change: 'DELETE', day, condition, parameters }))
  }
  return partitions.reduce((sum, { rows }) => sum + rows, 0)
}

function countRows(
  client: StoreClient,
  { table, condition, parameters }: ErasedRows,
): Promise<{ partition: string; rows: number }[]> {
  return asStoreError(async () => {
    const result = await client.clickhouse.query({
      query: `SELECT _partition_id AS partition, toUInt32(count()) AS rows FROM ${table} WHERE ${condition}
        GROUP BY partition ORDER BY partition`,
      query_params: parameters,
      format: 'JSONEachRow',
    })
    return result.json()
  })
}
