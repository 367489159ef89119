import { Readable } from 'node:stream'
import type { StoreClient } from './client.js'
import type { PreparedDay } from './prepared-insert.js'
import { insertColumns, insertFormat } from './row-encoder.js'
import { quoteText } from './sql/tokenize.js'
import type { LogPosition, TableName } from './tables/index.js'

/** One INSERT: rows of one table, each day of which becomes one part. */
export interface DaysInsert {
  table: TableName
  days: readonly PreparedDay[]
  /** What the store takes for the same insert again, where it remembers them. */
  token: string
  /** A server refuses a second statement of the same id while the first runs. */
  queryId: string
  /** Cut off after. */
  timeoutSeconds: number
}

/**
 * More than any batch has, in rows and in memory: a smaller block would split a day into several parts, of which a
 * crash could keep some.
 */
const onePartPerDay = {
  input_format_parallel_parsing: 0,
  max_insert_block_size: 10_000_000,
  min_insert_block_size_rows: 10_000_000,
  min_insert_block_size_bytes: 0,
  max_insert_threads: 1,
  max_partitions_per_insert_block: 1_000,
}

/** The answer comes when the shard has the rows, and most of its replicas too: none of them may then lose them alone. */
const onCluster = { distributed_foreground_insert: 1, insert_quorum: "'auto'" }

/** An insert that the store itself does not end is given up, or ended with the engine, this much later. */
const graceSeconds = 5

/** @returns Rows inserted. */
export async function insertDays(client: StoreClient, insert: DaysInsert): Promise<number> {
  const { table, days, token, queryId, timeoutSeconds } = insert
  if (days.length === 0) return 0
  const settings = {
    ...onePartPerDay,
    ...(client.cluster !== undefined && onCluster),
    async_insert: 0,
    max_execution_time: timeoutSeconds,
    insert_deduplication_token: quoteText(token),
  }
  const pairs = Object.entries(settings).map(([name, value]) => `${name} = ${value}`)
  const { stream } = await client.clickhouse.exec({
    query: `INSERT INTO ${table} (${insertColumns(table).join(', ')}) SETTINGS ${pairs.join(', ')} FORMAT ${insertFormat}`,
    query_id: queryId,
    abort_signal: AbortSignal.timeout((timeoutSeconds + graceSeconds) * 1000),
    values: Readable.from(
      days.map(({ bytes }) => bytes),
      { objectMode: false },
    ),
  })
  await stream.toArray()
  return days.reduce((rows, day) => rows + day.rows, 0)
}

export const batchName = ({ topic, partition, start, end }: LogPosition): string =>
  `${topic}:${partition}:${start}-${end}`
