import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dayMs } from '@signalbox/contracts'
import { createStoreClient, migrate, type StoreClient } from '@signalbox/telemetry-store'
import { datasetSize, dayOfMonthSize, fillDataset } from './dataset.js'

/** The store that queries are measured on. */
export interface QueryStore {
  client: StoreClient
  /** Timestamp of the newest row, Unix milliseconds. */
  endMs: number
  days: number
  close(): Promise<void>
}

/**
 * Opens a filled store. By default it holds one busy day and is deleted afterwards. `DAYS=30` fills a month of quieter
 * days instead. `STORE=<directory>` fills that directory if it is empty, and keeps it to be measured again.
 * @throws Error if the directory holds an interrupted fill.
 */
export async function openQueryStore(env: NodeJS.ProcessEnv = process.env): Promise<QueryStore> {
  const days = Number(env['DAYS'] ?? 1)
  if (!Number.isSafeInteger(days) || days < 1 || days > 30) throw new Error('DAYS must be a whole number from 1 to 30')
  const kept = env['STORE']
  const directory = kept ?? (await mkdtemp(join(tmpdir(), 'signalbox-bench-')))
  const file = join(directory, 'filled')
  const isFilled = existsSync(file)
  if (!isFilled && existsSync(join(directory, 'store')))
    throw new Error(`${directory} is only partly filled: delete it`)
  const client = await createStoreClient({ dataDirectory: directory })
  const close = async () => {
    await client.close()
    if (kept === undefined) await rm(directory, { recursive: true, force: true })
  }
  if (isFilled) {
    const [filledMs = Number.NaN, filledDays = Number.NaN] = (await readFile(file, 'utf8')).split(' ').map(Number)
    return { client, endMs: filledMs, days: filledDays, close }
  }
  await migrate(client)
  const endMs = Date.now()
  const size = days === 1 ? datasetSize : dayOfMonthSize
  for (let day = 0; day < days; day += 1) await fillDataset(client, endMs - day * dayMs, size)
  await writeFile(file, `${endMs} ${days}`)
  return { client, endMs, days, close }
}
