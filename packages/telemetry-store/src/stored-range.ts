import type { StoreClient } from './client.js'
import { mutateRows } from './mutate-rows.js'
import { asStoreError } from './store-errors.js'
import { tableNames, type TableName } from './tables/index.js'

/** Offsets of one topic partition, from `start` (inclusive) to `end` (exclusive). */
export interface OffsetRange {
  topic: string
  partition: number
  start: number
  end: number
}

/** Rows of all tables by where they come from. Rows carry the first offset of their batch. */
export interface StoredRanges {
  /**
   * Where batches begin that left rows.
   * @returns the last at or before `start` and the first at or after `end`; undefined where there is none.
   */
  findBorders(range: OffsetRange): Promise<{ before: number | undefined; after: number | undefined }>
  /** Rows of batches that begin in the range; tables without any are missing. */
  count(range: OffsetRange): Promise<Map<TableName, number>>
  /** Takes the rows of batches that begin in the range away, on all replicas, before it resolves. */
  remove(range: OffsetRange): Promise<void>
}

const ofPartition = 'log_topic = {topic:String} AND log_partition = {partition:UInt16}'
const inRange = `${ofPartition} AND log_offset >= {start:UInt64} AND log_offset < {end:UInt64}`

/** For whoever writes to the store. Nothing may be written to the range meanwhile. @throws StoreError. */
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

/** Nothing else that the caller's object may carry: parameters travel in the address of the request. */
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
