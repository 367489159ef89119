import { setTimeout as delay } from 'node:timers/promises'
import type { BatchProcessor } from '@signalbox/consumer'
import type { TelemetryWriter } from '@signalbox/telemetry-store'
import type { Measurement } from './report.js'
import { startConsumer } from './working-consumer.js'

const batches = 60
const batchMs = 50

/** Nothing is stored: the batches are empty. */
const noWriter: TelemetryWriter = {
  write: () => Promise.reject(new Error('nothing is to be written')),
  findStored: () => Promise.resolve([]),
  findLastTime: () => Promise.resolve(0),
  findNewest: () => Promise.resolve({ identities: [], since: 0 }),
}

/**
 * Measures batches stored per second by more processors than there are cores. They are simulated: a processor with its
 * own core takes constant time per batch, so it waits that long. This shows whether they run in parallel while batches
 * are committed in order.
 */
export async function measureProcessors(): Promise<Measurement[]> {
  const baseline = await rateOf(1)
  const measurements: Measurement[] = []
  for (const processors of [2, 4, 7]) {
    const name = `batches of ${batchMs} ms with ${processors} processors, against 1`
    measurements.push({
      name,
      value: await rateOf(processors),
      unit: 'batches/s',
      baseline,
      aim: `ratio ${processors}`,
    })
  }
  return measurements
}

async function rateOf(processors: number): Promise<number> {
  const consumer = startConsumer({
    writer: noWriter,
    processor: waitingProcessor,
    topic: 'spans',
    processors,
    rowsMax: 1,
  })
  const record = { headers: {}, value: Buffer.from('{}'), rows: 1 }
  const elapsedMs = await consumer.consume(Array.from({ length: batches }, () => record))
  await consumer.stop()
  return (batches / elapsedMs) * 1_000
}

const waitingProcessor: BatchProcessor = {
  process: async () => {
    await delay(batchMs)
    const items = { stored: 0, dropped: 0, rate_limited: 0, dead_lettered: 0 }
    const counts = { rows: 0, items, oldestReceivedAt: undefined }
    return { inserts: [], deadLetters: [], sightings: [], identities: [], skippedRules: [], counts }
  },
  close: () => Promise.resolve(),
}
