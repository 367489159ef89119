import type { StoreClient } from '../client.js'
import { batchName, insertDays } from '../insert-days.js'
import type { PreparedDay } from '../prepared-insert.js'
import { StoreError } from '../reader.js'
import { deleteStoredDay, type BatchInTable } from '../stored-days.js'
import type { TableName } from '../tables/index.js'
import type { WriteReport, WriteRequest } from '../writer.js'
import { countReplicatedRows, isRunningAnywhere } from './replicated-days.js'

/**
 * Number of tokens to try per day. The next one is needed if rows were deleted after the previous insert. Rows that are
 * still missing after the last are expected to be: they are older than the table's retention.
 */
const generations = 3

/**
 * Writes a batch to replicated tables. Each table and day is an insert with its own token, which Keeper checks together
 * with the part, so an insert with an unknown outcome can be retried unchanged and is stored once.
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

// A day without rows may be on a server that does not respond. Inserting with the first token settles it: if Keeper
// knows the token and all servers report no rows, the rows were deleted, and the next token restores them.
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
