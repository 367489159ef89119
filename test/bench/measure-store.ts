import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  createStoreClient,
  createTelemetryReader,
  createTelemetryWriter,
  migrate,
  type StoreClient,
} from '@signalbox/telemetry-store'
import { startEmbeddedServer } from '@signalbox/telemetry-store/embedded-server'
import { createInsertBuilder } from '@signalbox/telemetry-store/rows'
import { median, type Measurement } from './report.js'
import { benchSpan } from './span-row.js'

const rounds = 30
const rowsPerBatch = 10_000

/**
 * Measures the cost of the connection to the store: the same engine and batches by URL and in-process, alternating.
 * With a URL, client and server share the machine, and here also the process.
 */
export async function measureStore(): Promise<Measurement[]> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'signalbox-bench-'))
  const inProcess = await createStoreClient({ dataDirectory, inProcess: true })
  await migrate(inProcess)
  const credentials = { user: 'bench', password: 'bench' }
  const server = await startEmbeddedServer({ dataDirectory, host: '127.0.0.1', port: 0, credentials })
  const byUrl = await createStoreClient({ url: server.url.replace('//', '//bench:bench@') })
  const measurements = [
    await compare(`insert of ${rowsPerBatch} spans by URL`, { byUrl, inProcess }, writeBatch),
    await compare('query returning one row by URL', { byUrl, inProcess }, readOne),
  ]
  await byUrl.close()
  await server.stop()
  await inProcess.close()
  await rm(dataDirectory, { recursive: true, force: true })
  return measurements
}

async function compare(
  name: string,
  clients: { byUrl: StoreClient; inProcess: StoreClient },
  work: (client: StoreClient, number: number) => Promise<number>,
): Promise<Measurement> {
  const times = { byUrl: [] as number[], inProcess: [] as number[] }
  for (let round = 0; round < rounds; round += 1) {
    times.inProcess.push(await work(clients.inProcess, round * 2))
    times.byUrl.push(await work(clients.byUrl, round * 2 + 1))
  }
  return { name, value: median(times.byUrl), baseline: median(times.inProcess), unit: 'ms' }
}

/** @returns milliseconds of the insert alone. */
async function writeBatch(client: StoreClient, number: number): Promise<number> {
  const position = { topic: 'bench', partition: 0, start: number, end: number + 1 }
  const builder = createInsertBuilder(position)
  for (let row = 0; row < rowsPerBatch; row += 1) builder.add('spans', benchSpan(number * rowsPerBatch + row))
  const inserts = builder.finish()
  const before = performance.now()
  await createTelemetryWriter(client).write({ position, inserts, repeated: false })
  return performance.now() - before
}

async function readOne(client: StoreClient, number: number): Promise<number> {
  const before = performance.now()
  const request = { name: 'one', sql: 'SELECT {number:UInt32} AS number', parameters: { number } }
  await createTelemetryReader(client).read(request)
  return performance.now() - before
}
