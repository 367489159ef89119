import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  createConsumerRole,
  createWorkerProcessor,
  consumerGroup,
  noProjectSettings,
  noSightings,
} from '@signalbox/consumer'
import { createMemoryLog } from '@signalbox/event-log'
import { silentLog } from '@signalbox/service-kit'
import { createStoreClient, createTelemetryWriter, migrate, type StoreClient } from '@signalbox/telemetry-store'
import { eventually } from '../support/eventually.js'
import { median, type Measurement } from './report.js'
import { countRows, createSpanLoad, insertStraight, toSpanRecords, type SpanLoad } from './span-load.js'

const rounds = 5
const retentionDays = { spans: 30, metrics: 30, logs: 30 }

/**
 * Rows stored a second: by the consumer from log records (decode, normalize, encode, plan, insert with fsync, commit),
 * against the same rows as objects, inserted straight through the client in batches of the same size.
 */
export async function measureConsumer(): Promise<Measurement[]> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'signalbox-bench-'))
  const client = await createStoreClient({ dataDirectory })
  await migrate(client)
  const load = createSpanLoad()
  const ours: number[] = []
  const straight: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    straight.push(await insertStraight(client, load))
    ours.push(await measureRole(client, load))
  }
  await client.close()
  await rm(dataDirectory, { recursive: true, force: true })
  return [
    { name: 'consumer, span rows', value: median(ours), unit: 'rows/s', baseline: median(straight), aim: 'ratio 0.8' },
  ]
}

async function measureRole(client: StoreClient, load: SpanLoad): Promise<number> {
  const eventLog = createMemoryLog()
  for (const record of toSpanRecords(load)) await eventLog.append('spans', [record])
  const processor = createWorkerProcessor({ retentionDays })
  const role = createConsumerRole({
    eventLog,
    writer: createTelemetryWriter(client),
    processor,
    projectSettings: noProjectSettings,
    sightings: noSightings,
    log: silentLog,
  })
  const before = performance.now()
  role.start()
  await eventually(
    async () => {
      const lag = (await eventLog.lag(consumerGroup)).find(({ topic }) => topic === 'spans')
      if (lag?.records !== 0) throw new Error(`${lag?.records ?? 'all'} records are left`)
    },
    { withinMs: 120_000, everyMs: 5 },
  )
  const seconds = (performance.now() - before) / 1_000
  await role.stop()
  await processor.close()
  return countRows(load) / seconds
}
