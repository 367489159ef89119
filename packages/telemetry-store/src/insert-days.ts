import { Readable } from 'node:stream'
import type { StoreClient } from './client.js'
import type { PreparedDay } from './prepared-insert.js'
import { quoteText } from './sql/tokenize.js'
import { insertColumns, type LogPosition, type TableName } from './tables/index.js'

/** One INSERT into one table; the rows of each day become one part. */
export interface DaysInsert {
  table: TableName
  days: readonly PreparedDay[]
  /** Deduplication token: stores that remember tokens ignore a second insert with the same one. */
  token: string
  /** A server refuses a second statement with the same id while the first is running. */
  queryId: string
  /** Time limit of the statement. */
  timeoutSeconds: number
}

/**
 * Above any batch in rows and bytes: smaller blocks would split a day into several parts, and a crash could keep only
 * some of them.
 */
const onePartPerDay = {
  input_format_parallel_parsing: 0,
  max_insert_block_size: 10_000_000,
  min_insert_block_size_rows: 10_000_000,
  min_insert_block_size_bytes: 0,
  max_insert_threads: 1,
  max_partitions_per_insert_block: 1_000,
}

/** Responds once the shard and a quorum of its replicas have the rows, so that no single replica can lose them. */
const onCluster = { distributed_foreground_insert: 1, insert_quorum: "'auto'" }

/** How long after its time limit an insert that the store did not end is aborted, or ended together with the engine. */
const graceSeconds = 5

/** @returns the number of inserted rows. */
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
    query: `INSERT INTO ${table} (${insertColumns(table).join(', ')}) SETTINGS ${pairs.join(', ')} FORMAT Native`,
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
