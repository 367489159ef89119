import { Readable } from 'node:stream'
import type { StoreClient } from './client.js'
import type { PreparedDay, PreparedInsert } from './prepared-insert.js'
import { StoreError } from './reader.js'
import { insertColumns, insertFormat } from './row-encoder.js'
import { toStoreError } from './store-errors.js'
import { countStoredRows, deleteStoredDay, isStillRunning } from './stored-days.js'
import type { LogPosition, TableName } from './tables/index.js'
import type { TelemetryWriter, WriteReport, WriteRequest } from './writer.js'

export interface TelemetryWriterOptions {
  /** An insert that takes longer is cut off by the store, and the batch has to be repeated. */
  timeoutMs?: number
}

/** What is to be done for a table. */
interface TablePlan {
  table: TableName
  days: readonly PreparedDay[]
  token: string
}

const defaultTimeoutMs = 30_000

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

/** Writes batches through a client; see the interface for what it promises. */
export function createTelemetryWriter(client: StoreClient, options: TelemetryWriterOptions = {}): TelemetryWriter {
  const timeoutSeconds = (options.timeoutMs ?? defaultTimeoutMs) / 1000
  return {
    write: async (request) => {
      try {
        return request.repeated
          ? await writeMissing(client, request, timeoutSeconds)
          : await writeAll(client, request, timeoutSeconds)
      } catch (error) {
        throw toStoreError(error)
      }
    },
  }
}

async function writeAll(client: StoreClient, request: WriteRequest, timeoutSeconds: number): Promise<WriteReport> {
  const report: WriteReport = { rowsInserted: 0, daysPresent: 0, daysRepaired: 0 }
  for (const { table, days } of request.inserts) {
    const plan = { table, days, token: batchName(request.position) }
    report.rowsInserted += await insertDays(client, { plan, position: request.position, timeoutSeconds })
  }
  return report
}

// An earlier attempt may have stored all of a day, some of it (a store without atomic parts), or nothing. Tables and
// days that the batch no longer has cannot arise: rows are a function of the records. They would be left alone.
async function writeMissing(client: StoreClient, request: WriteRequest, timeoutSeconds: number): Promise<WriteReport> {
  const { position, inserts } = request
  await refuseWhileRunning(client, request)
  const report: WriteReport = { rowsInserted: 0, daysPresent: 0, daysRepaired: 0 }
  for (const { table, days } of inserts) {
    const stored = await countStoredRows(
      client,
      { table, position },
      days.map(({ day }) => day),
    )
    const wanted = days.filter(({ day, rows }) => stored.get(day) !== rows)
    const damaged = wanted.filter(({ day }) => stored.has(day))
    for (const { day } of damaged) await deleteStoredDay(client, { table, position }, day)
    // The token of the first attempt may be remembered together with rows that are gone now.
    const token = `${batchName(position)}:repeated:${wanted.map(({ day }) => day).join(',')}`
    report.rowsInserted += await insertDays(client, { plan: { table, days: wanted, token }, position, timeoutSeconds })
    report.daysPresent += days.length - wanted.length
    report.daysRepaired += damaged.length
  }
  return report
}

/** Counting is in vain while an earlier attempt, given up by its client, still runs in a server. */
async function refuseWhileRunning(client: StoreClient, { position, inserts }: WriteRequest): Promise<void> {
  if (client.embedded) return
  const queryIds = inserts.map(({ table }) => queryIdOf(position, table))
  if (await isStillRunning(client, queryIds)) {
    throw new StoreError('unavailable', `An earlier insert of ${batchName(position)} still runs`)
  }
}

/** Inserts the days with one statement. @returns Rows inserted. */
async function insertDays(
  client: StoreClient,
  { plan, position, timeoutSeconds }: { plan: TablePlan; position: LogPosition; timeoutSeconds: number },
): Promise<number> {
  const { table, days, token } = plan
  if (days.length === 0) return 0
  const settings = {
    ...onePartPerDay,
    async_insert: 0,
    max_execution_time: timeoutSeconds,
    insert_deduplication_token: quoted(token),
  }
  const pairs = Object.entries(settings).map(([name, value]) => `${name} = ${value}`)
  const { stream } = await client.clickhouse.exec({
    query: `INSERT INTO ${table} (${insertColumns(table).join(', ')}) SETTINGS ${pairs.join(', ')} FORMAT ${insertFormat}`,
    query_id: queryIdOf(position, table),
    values: Readable.from(
      days.map(({ bytes }) => bytes),
      { objectMode: false },
    ),
  })
  await stream.toArray()
  return days.reduce((rows, day) => rows + day.rows, 0)
}

const batchName = ({ topic, partition, start, end }: LogPosition) => `${topic}:${partition}:${start}-${end}`

/** The same for every attempt, so that a server refuses to run two of them at once. */
const queryIdOf = (position: LogPosition, table: PreparedInsert['table']) => `${batchName(position)}:${table}`

const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
