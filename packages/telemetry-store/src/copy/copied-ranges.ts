import type { StoreClient } from '../client.js'
import { dayOf } from '../stored-days.js'
import type { LogPosition, TableName } from '../tables/index.js'

/**
 * What the topics of copied rows begin with: the log of the new installation counts its offsets from 0 again, and its
 * batches must not be taken for the copied ones.
 */
export const copiedTopicPrefix = 'embedded:'

/** Whole batches of one topic partition whose rows lie in one table and day: they are copied as one. */
export interface CopiedRange {
  table: TableName
  /** `YYYY-MM-DD`, UTC. */
  day: string
  /** As the rows name it. */
  topic: string
  partition: number
  /** Offset of the first batch. */
  first: number
  /** Offset of the last batch. */
  last: number
  rows: number
}

/** Rows of a range, and their size as the store keeps them uncompressed; a single batch may have more. */
const rowsMax = 20_000
const bytesMax = 16 * 1024 * 1024

/**
 * The ranges of a table, oldest first. They are the same whenever they are asked for, as long as nothing is written.
 * Rows that were copied themselves are left out.
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

/** Rows of usual size that are held in memory at once. */
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

/** Where copied rows of a range say that they come from. */
export function positionOf({ topic, partition, first, last }: CopiedRange): LogPosition {
  return { topic: `${copiedTopicPrefix}${topic}`, partition, start: first, end: last + 1 }
}
