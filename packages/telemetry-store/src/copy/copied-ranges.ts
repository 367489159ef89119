import type { StoreClient } from '../client.js'
import { dayOf } from '../stored-days.js'
import type { LogPosition, TableName } from '../tables/index.js'

/**
 * Topic prefix of copied rows. The new installation's log starts at offset 0 again, and its batches must not be
 * mistaken for copied ones.
 */
export const copiedTopicPrefix = 'embedded:'

/** Consecutive complete batches of one topic partition, in one table and day, that are copied together. */
export interface CopiedRange {
  table: TableName
  /** `YYYY-MM-DD`, UTC. */
  day: string
  /** Topic name as stored in the rows. */
  topic: string
  partition: number
  /** Offset of the first batch. */
  first: number
  /** Offset of the last batch. */
  last: number
  rows: number
}

/** Maximum rows of a range and maximum uncompressed size; a single batch may exceed them. */
const rowsMax = 20_000
const bytesMax = 16 * 1024 * 1024

/**
 * Lists the ranges of a table, oldest first. The result is stable while nothing is written. Excludes rows that are
 * copies themselves.
 */
export async function listRanges(client: StoreClient, table: TableName): Promise<CopiedRange[]> {
  const rowsAtOnce = await rowsWithin(client, table)
  const result = await client.clickhouse.query({
    query: `
      SELECT day, log_topic AS topic, log_partition AS partition, toFloat64(min(log_offset)) AS first,
        toFloat64(max(log_offset)) AS last, toFloat64(sum(batch_rows)) AS rows
      FROM (
        SELECT *, intDiv(sum(batch_rows) OVER (
          PARTITION BY day, log_topic, log_partition ORDER BY log_offset) - batch_rows, {rowsAtOnce:UInt32}) AS range
        FROM (
          SELECT _partition_id AS day, log_topic, log_partition, log_offset, count() AS batch_rows FROM ${table}
          WHERE NOT startsWith(log_topic, {prefix:String})
          GROUP BY day, log_topic, log_partition, log_offset
        )
      )
      GROUP BY day, log_topic, log_partition, range
      ORDER BY day, topic, partition, first`,
    query_params: { rowsAtOnce, prefix: copiedTopicPrefix },
    format: 'JSONEachRow',
  })
  const ranges = await result.json<Omit<CopiedRange, 'table'>>()
  return ranges.map((range) => ({ ...range, table, day: dayOf(range.day) }))
}

/** Returns how many rows of average size to hold in memory at once. */
async function rowsWithin(client: StoreClient, table: TableName): Promise<number> {
  const result = await client.clickhouse.query({
    query: `
      SELECT toFloat64(sum(rows)) AS rows, toFloat64(sum(data_uncompressed_bytes)) AS bytes FROM system.parts
      WHERE active AND database = currentDatabase() AND table = {table:String}`,
    query_params: { table },
    format: 'JSONEachRow',
  })
  const [size] = await result.json<{ rows: number; bytes: number }>()
  if (size === undefined || size.bytes === 0) return rowsMax
  return Math.min(rowsMax, Math.max(1, Math.floor((bytesMax * size.rows) / size.bytes)))
}

/** Log position that the copied rows of a range get. */
export function positionOf({ topic, partition, first, last }: CopiedRange): LogPosition {
  return { topic: `${copiedTopicPrefix}${topic}`, partition, start: first, end: last + 1 }
}
