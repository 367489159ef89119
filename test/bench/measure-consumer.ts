import { limits } from '@signalbox/contracts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createWorkerProcessor } from '@signalbox/consumer'
import { createStoreClient, migrate } from '@signalbox/telemetry-store'
import { median, type Measurement } from './report.js'
import { countRows, createSpanLoad, insertStraight, toSpanRecords } from './span-load.js'
import { startConsumer } from './working-consumer.js'

const rounds = 5
const { retentionDays } = limits

/**
 * Rows stored a second: by the consumer from log records (decode, normalize, encode, plan, insert with fsync, commit),
 * against the same rows as objects, inserted straight through the client in batches of the same size.
 */
export async function measureConsumer(): Promise<Measurement[]> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'signalbox-bench-'))
  const client = await createStoreClient({ dataDirectory })
  await migrate(client)
  // One for all rounds: what others stored before it began, it would ask for.
  const consumer = startConsumer({ client, processor: createWorkerProcessor({ retentionDays }), topic: 'spans' })
  const ours: number[] = []
  const straight: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    // Spans that are there already would be dropped.
    straight.push(await insertStraight(client, createSpanLoad(2 * round + 1)))
    const load = createSpanLoad(2 * round + 2)
    ours.push((countRows(load) / (await consumer.consume(toSpanRecords(load)))) * 1_000)
  }
  await consumer.stop()
  await client.close()
  await rm(dataDirectory, { recursive: true, force: true })
  return [
    { name: 'consumer, span rows', value: median(ours), unit: 'rows/s', baseline: median(straight), aim: 'ratio 0.8' },
  ]
}
