import type { StoreClient } from './client.js'
import type { AlterableTable } from './cluster/cluster-tables.js'
import { mutateRows } from './mutate-rows.js'
import { asStoreError } from './store-errors.js'
import { dayOf } from './stored-days.js'

/** Rows of one table that are to be gone. */
export interface ErasedRows {
  table: AlterableTable
  /** SQL, with the parameters in it. */
  condition: string
  parameters: Record<string, unknown>
}

/**
 * Deletes rows for good, on all replicas. Day by day, so that no statement takes long: each rewrites the parts of a
 * partition that hold such rows.
 * @returns how many there were.
 * @throws StoreError; the signal's reason, between two days.
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
