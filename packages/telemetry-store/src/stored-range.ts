import type { StoreClient } from './client.js'
import { mutateRows } from './mutations/mutate-rows.js'
import { asStoreError } from './store-errors.js'
import { tableNames, type TableName } from './tables/index.js'

/** Offsets of one topic partition, from `start` (inclusive) to `end` (exclusive). */
export interface OffsetRange {
  topic: string
  partition: number
  start: number
  end: number
}

/** Finds rows in all tables by their log position. Rows carry the first offset of their batch. */
export interface StoredRanges {
  /**
   * Finds the batches next to a range that left rows.
   * @returns the start of the last batch at or before `start` and of the first at or after `end`; undefined if there is
   * none.
   */
  findBorders(range: OffsetRange): Promise<{ before: number | undefined; after: number | undefined }>
  /** Counts the rows of batches that start in the range; tables without rows are missing. */
  count(range: OffsetRange): Promise<Map<TableName, number>>
  /** Deletes the rows of batches that start in the range. When it resolves, they are gone on all replicas. */
  remove(range: OffsetRange): Promise<void>
}

const ofPartition = 'log_topic = {topic:String} AND log_partition = {partition:UInt16}'
const inRange = `${ofPartition} AND log_offset >= {start:UInt64} AND log_offset < {end:UInt64}`

/** For writers to the store. Nothing else may write to the range at the same time. @throws StoreError. */
export function createStoredRanges(client: StoreClient): StoredRanges {
  const count = async (range: OffsetRange) => {
    const counts = new Map<TableName, number>()
    for (const table of tableNames) {
      const [found] = await ask<{ rows: number }>(client, {
        query: `SELECT toUInt32(count()) AS rows FROM ${table} WHERE ${inRange}`,
        range,
      })
      if (found && found.rows > 0) counts.set(table, found.rows)
    }
    return counts
  }
  return {
    count,
    findBorders: async (range) => {
      const borders = await Promise.all(tableNames.map((table) => findBordersIn(client, table, range)))
      const before = borders.flatMap((border) => border.before ?? [])
      const after = borders.flatMap((border) => border.after ?? [])
      return {
        before: before.length === 0 ? undefined : Math.max(...before),
        after: after.length === 0 ? undefined : Math.min(...after),
      }
    },
    remove: async (range) => {
      for (const table of (await count(range)).keys()) await removeFrom(client, table, range)
    },
  }
}

async function findBordersIn(client: StoreClient, table: TableName, range: OffsetRange) {
  const [found] = await ask<{ before: number | null; after: number | null }>(client, {
    query: `
      SELECT
        toFloat64(maxOrNullIf(log_offset, log_offset <= {start:UInt64})) AS before,
        toFloat64(minOrNullIf(log_offset, log_offset >= {end:UInt64})) AS after
      FROM ${table} WHERE ${ofPartition}`,
    range,
  })
  return { before: found?.before ?? undefined, after: found?.after ?? undefined }
}

/** Drops any other properties of the caller's object: parameters are sent in the request URL. */
function toParameters({ topic, partition, start, end }: OffsetRange) {
  return { topic, partition, start, end }
}

function removeFrom(client: StoreClient, table: TableName, range: OffsetRange): Promise<void> {
  const parameters = toParameters(range)
  return asStoreError(() => mutateRows(client, { table, change: 'DELETE', condition: inRange, parameters }))
}

function ask<Row>(client: StoreClient, { query, range }: { query: string; range: OffsetRange }): Promise<Row[]> {
  return asStoreError(async () => {
    const result = await client.clickhouse.query({
      query: `${query} SETTINGS select_sequential_consistency = 1`,
      query_params: toParameters(range),
      format: 'JSONEachRow',
    })
    return result.json<Row>()
  })
}
