import { limits } from '@signalbox/contracts'
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
  const role = startRole(client)
  const ours: number[] = []
  const straight: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    // Spans that are there already would be dropped.
    straight.push(await insertStraight(client, createSpanLoad(2 * round + 1)))
    ours.push(await role.measure(createSpanLoad(2 * round + 2)))
  }
  await role.stop()
  await client.close()
  await rm(dataDirectory, { recursive: true, force: true })
  return [
    { name: 'consumer, span rows', value: median(ours), unit: 'rows/s', baseline: median(straight), aim: 'ratio 0.8' },
  ]
}

/** A consumer at work, with a log of its own. */
function startRole(client: StoreClient) {
  const eventLog = createMemoryLog()
  const processor = createWorkerProcessor({ retentionDays })
  const role = createConsumerRole({
    eventLog,
    writer: createTelemetryWriter(client),
    processor,
    projectSettings: noProjectSettings,
    sightings: noSightings,
    log: silentLog,
  })
  role.start()
  return {
    /** @returns rows a second. */
    measure: async (load: SpanLoad) => {
      const records = toSpanRecords(load)
      const before = performance.now()
      for (const record of records) await eventLog.append('spans', [record])
      await eventually(
        async () => {
          const lag = (await eventLog.lag(consumerGroup)).find(({ topic }) => topic === 'spans')
          if (lag?.records !== 0) throw new Error(`${lag?.records ?? 'all'} records are left`)
        },
        { withinMs: 120_000, everyMs: 5 },
      )
      return countRows(load) / ((performance.now() - before) / 1_000)
    },
    stop: async () => {
      await role.stop()
      await processor.close()
    },
  }
}
