import type { StoreClient } from './client.js'
import { alteredTable } from './cluster/cluster-tables.js'
import { toStoreError } from './store-errors.js'
import { dayOf } from './stored-days.js'
import type { TableName } from './tables/index.js'

/** Rows of one table that are to be gone. */
export interface ErasedRows {
  table: TableName
  /** SQL, with the parameters in it. */
  condition: string
  parameters: Readonly<Record<string, unknown>>
}

/** Rows of the project that the parameters `organizationId` and `projectId` name. */
export const ofProject = 'organization_id = {organizationId:String} AND project_id = {projectId:String}'

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
    await run(() =>
      client.clickhouse.command({
        // A condition that asks other tables is asked on each replica, where it has the same answer.
        query: `ALTER TABLE ${alteredTable(client, table)} DELETE IN PARTITION {day:String} WHERE ${condition}
          SETTINGS mutations_sync = 2, allow_nondeterministic_mutations = 1`,
        query_params: { ...parameters, day: dayOf(partition) },
      }),
    )
  }
  return partitions.reduce((sum, { rows }) => sum + rows, 0)
}

function countRows(
  client: StoreClient,
  { table, condition, parameters }: ErasedRows,
): Promise<{ partition: string; rows: number }[]> {
  return run(async () => {
    const result = await client.clickhouse.query({
      query: `SELECT _partition_id AS partition, toUInt32(count()) AS rows FROM ${table} WHERE ${condition}
        GROUP BY partition ORDER BY partition`,
      query_params: parameters,
      format: 'JSONEachRow',
    })
    return result.json()
  })
}

async function run<T>(statement: () => Promise<T>): Promise<T> {
  try {
    return await statement()
  } catch (error) {
    throw toStoreError(error)
  }
}
