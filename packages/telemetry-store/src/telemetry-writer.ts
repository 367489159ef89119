import type { StoreClient } from './client.js'
import { writeReplicated } from './cluster/write-replicated.js'
import { findLastTime, findNewest, findStored } from './duplicates/find-stored.js'
import { batchName, insertDays } from './insert-days.js'
import type { PreparedInsert } from './prepared-insert.js'
import { StoreError } from './reader.js'
import { asStoreError } from './store-errors.js'
import { countStoredRows, deleteStoredDay, isStillRunning } from './stored-days.js'
import type { LogPosition } from './tables/index.js'
import type { TelemetryWriter, WriteReport, WriteRequest } from './writer.js'

export interface TelemetryWriterOptions {
  /** Time limit of an insert. The store aborts slower ones, and the batch must be written again. */
  timeoutMs?: number
}

const defaultTimeoutMs = 30_000

/** Creates a writer; see `TelemetryWriter` for its guarantees. */
export function createTelemetryWriter(client: StoreClient, options: TelemetryWriterOptions = {}): TelemetryWriter {
  const timeoutSeconds = (options.timeoutMs ?? defaultTimeoutMs) / 1000
  return {
    write: (request) =>
      asStoreError(() => {
        if (client.cluster !== undefined) return writeReplicated(client, request, timeoutSeconds)
        const write = request.repeated ? writeMissing : writeAll
        return write(client, request, timeoutSeconds)
      }),
    findStored: (search) => findStored(client, search),
    findLastTime: (table) => findLastTime(client, table),
    findNewest: (options) => findNewest(client, options),
  }
}

async function writeAll(client: StoreClient, request: WriteRequest, timeoutSeconds: number): Promise<WriteReport> {
  const report: WriteReport = { rowsInserted: 0, daysPresent: 0, daysRepaired: 0 }
  for (const { table, days } of request.inserts) {
    const queryId = queryIdOf(request.position, table)
    report.rowsInserted += await insertDays(client, {
      table,
      days,
      token: tokenOf(request),
      queryId,
      timeoutSeconds,
    })
  }
  return report
}

// An earlier attempt may have stored all of a day, some of it (in a store without atomic parts), or nothing. It cannot
// have stored tables and days that the batch does not have now, because rows are a function of the records; such rows
// would be left alone.
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
    // A new token: the store may still remember the first attempt's token for rows that have been deleted.
    const token = `${batchName(position)}:repeated:${wanted.map(({ day }) => day).join(',')}`
    const queryId = queryIdOf(position, table)
    report.rowsInserted += await insertDays(client, { table, days: wanted, token, queryId, timeoutSeconds })
    report.daysPresent += days.length - wanted.length
    report.daysRepaired += damaged.length
  }
  return report
}

/** Counting rows is useless while an earlier attempt, abandoned by its client, is still running on a server. */
async function refuseWhileRunning(client: StoreClient, { position, inserts }: WriteRequest): Promise<void> {
  if (client.embedded) return
  const queryIds = inserts.map(({ table }) => queryIdOf(position, table))
  if (await isStillRunning(client, queryIds)) {
    throw new StoreError('unavailable', `An earlier insert of ${batchName(position)} is still running`)
  }
}

/** The same for every attempt, so that a server refuses to run two of them at once. */
const queryIdOf = (position: LogPosition, table: PreparedInsert['table']) => `${batchName(position)}:${table}`

const tokenOf = ({ position, attempt }: WriteRequest) =>
  attempt === undefined ? batchName(position) : `${batchName(position)}:${attempt}`
