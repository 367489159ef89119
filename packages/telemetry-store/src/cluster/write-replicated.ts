import type { StoreClient } from '../client.js'
import { batchName, insertDays } from '../insert-days.js'
import type { PreparedDay } from '../prepared-insert.js'
import { StoreError } from '../reader.js'
import { deleteStoredDay, type BatchInTable } from '../stored-days.js'
import type { TableName } from '../tables/index.js'
import type { WriteReport, WriteRequest } from '../writer.js'
import { countReplicatedRows, isRunningAnywhere } from './replicated-days.js'

/**
 * Tokens under which a day is tried; each next one is needed when rows were deleted after the one before. Rows that are
 * not kept then are not meant to be: they are older than the table keeps any.
 */
const generations = 3

/**
 * Writes a batch to replicated tables. Each day of a table is an insert with a token of its own, which Keeper checks
 * together with the part: an insert whose outcome nobody knows is sent again as it was, and stored once.
 */
export async function writeReplicated(
  client: StoreClient,
  request: WriteRequest,
  timeoutSeconds: number,
): Promise<WriteReport> {
  const report: WriteReport = { rowsInserted: 0, daysPresent: 0, daysRepaired: 0 }
  if (request.repeated) await refuseWhileRunning(client, request)
  for (const { table, days } of request.inserts) {
    const { attempt = '', position } = request
    const work = { client, batch: { table, position }, attempt, timeoutSeconds }
    if (request.repeated) await writeMissing(work, days, report)
    else for (const day of days) report.rowsInserted += await insertDay(work, day, 0)
  }
  return report
}

interface TableWork {
  client: StoreClient
  batch: BatchInTable
  /** See `WriteRequest`. */
  attempt: string
  timeoutSeconds: number
}

function insertDay(work: TableWork, day: PreparedDay, generation: number): Promise<number> {
  const { client, batch, attempt, timeoutSeconds } = work
  const name = `${batchName(batch.position)}:${attempt === '' ? '' : `${attempt}:`}${day.day}`
  const token = generation === 0 ? name : `${name}:${generation}`
  const queryId = queryIdOf(batch.position, batch.table, day.day)
  return insertDays(client, { table: batch.table, days: [day], token, queryId, timeoutSeconds })
}

const queryIdOf = (position: WriteRequest['position'], table: TableName, day: string) =>
  `${batchName(position)}:${table}:${day}`

async function refuseWhileRunning(client: StoreClient, { position, inserts }: WriteRequest): Promise<void> {
  const queryIds = inserts.flatMap(({ table, days }) => days.map(({ day }) => queryIdOf(position, table, day)))
  if (await isRunningAnywhere(client, queryIds)) {
    throw new StoreError('unavailable', `An earlier insert of ${batchName(position)} is still running`)
  }
}

// A day without rows may be one that a server has which does not answer: the first token finds out. Where Keeper knows it
// and all servers say that they have nothing, its rows were deleted, and the next token brings them back.
async function writeMissing(work: TableWork, days: readonly PreparedDay[], report: WriteReport): Promise<void> {
  const { client, batch } = work
  const stored = await countReplicatedRows(client, batch, { days: namesOf(days), everyReplica: false })
  let missing = days.filter(({ day, rows }) => stored.get(day) !== rows)
  const damaged = missing.filter(({ day }) => stored.has(day))
  for (const { day } of damaged) await deleteStoredDay(client, batch, day)
  report.daysPresent += days.length - missing.length
  report.daysRepaired += damaged.length
  report.rowsInserted += missing.reduce((sum, { rows }) => sum + rows, 0)
  for (let generation = 0; generation < generations && missing.length > 0; generation += 1) {
    for (const day of missing) await insertDay(work, day, generation)
    missing = await stillMissing(work, missing)
  }
}

async function stillMissing({ client, batch }: TableWork, inserted: readonly PreparedDay[]): Promise<PreparedDay[]> {
  const seen = await countReplicatedRows(client, batch, { days: namesOf(inserted), everyReplica: false })
  const unseen = inserted.filter(({ day }) => !seen.has(day))
  if (unseen.length === 0) return []
  const sure = await countReplicatedRows(client, batch, { days: namesOf(unseen), everyReplica: true })
  return unseen.filter(({ day }) => !sure.has(day))
}

const namesOf = (days: readonly PreparedDay[]) => days.map(({ day }) => day)
