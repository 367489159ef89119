import { limits, type TelemetryTopic } from '@signalbox/contracts'
import type { LogRecordInput } from '@signalbox/event-log'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createWorkerProcessor, type BatchProcessor } from '@signalbox/consumer'
import { createStoreClient, createTelemetryWriter, migrate, type StoreClient } from '@signalbox/telemetry-store'
import { createEnvelopes, envelopeHeaders } from './event-load.js'
import { measureProcessors } from './measure-processors.js'
import { median, type Measurement } from './report.js'
import { countRows, createSpanLoad, insertStraight, toSpanRecords } from './span-load.js'
import { startConsumer } from './working-consumer.js'

const rounds = 5
const eventsOfRound = 4_000
const { retentionDays } = limits
/** Seed of the last load: items that already exist would be dropped. */
let seed = 0

/**
 * Measures rows stored per second. By the consumer from log records (decode, normalize, encode, plan, insert with
 * fsync, commit): spans compared with direct inserts of the same rows through the client in batches of the same size,
 * and spans and events compared with a consumer that skips deduplication. The same after a start beside a sender whose
 * clock is ahead, so that all items are older than the newest stored one. Finally, by several processors.
 */
export async function measureConsumer(): Promise<Measurement[]> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'signalbox-bench-'))
  const client = await createStoreClient({ dataDirectory })
  await migrate(client)
  const measured = [...(await measureSpans(client)), await measureEvents(client)]
  await storeOfLater(client)
  const afterStart = [...(await measureSpans(client)).slice(1), await measureEvents(client)]
  measured.push(...afterStart.map((measurement) => ({ ...measurement, name: `${measurement.name}, after a start` })))
  await client.close()
  await rm(dataDirectory, { recursive: true, force: true })
  return [...measured, ...(await measureProcessors())]
}

/** Stores a span and an event from the future: consumers that start after this find everything older than them. */
async function storeOfLater(client: StoreClient): Promise<void> {
  const laterMs = Date.now() + 3_600_000
  const ids = { organization_id: 'others', project_id: 'others', log_topic: 'others' }
  const span = { trace_id: '1'.repeat(32), span_id: '1'.repeat(16), start_time: laterMs * 1_000 }
  const event = { event_id: '1'.repeat(32), timestamp: laterMs, received_at: laterMs }
  await client.clickhouse.insert({ table: 'spans', values: [{ ...ids, ...span }], format: 'JSONEachRow' })
  await client.clickhouse.insert({ table: 'events', values: [{ ...ids, ...event }], format: 'JSONEachRow' })
}

async function measureSpans(client: StoreClient): Promise<Measurement[]> {
  const straight: number[] = []
  const rates = await compareSearch(client, 'spans', {
    nextLoad: () => {
      const load = createSpanLoad((seed += 1))
      return { rows: countRows(load), records: toSpanRecords(load) }
    },
    beforeRound: async () => {
      straight.push(await insertStraight(client, createSpanLoad((seed += 1))))
    },
  })
  return [
    {
      name: 'consumer, span rows',
      value: rates.value,
      unit: 'rows/s',
      baseline: median(straight),
      aim: 'ratio 0.8',
    },
    { name: 'consumer, span rows, against no deduplication', ...rates },
  ]
}

async function measureEvents(client: StoreClient): Promise<Measurement> {
  const headers = envelopeHeaders('identity')
  const rates = await compareSearch(client, 'envelopes', {
    nextLoad: () => {
      const envelopes = createEnvelopes(eventsOfRound, (seed += 1))
      return { rows: envelopes.length, records: envelopes.map((value) => ({ headers, value, rows: 1 })) }
    },
  })
  return { name: 'consumer, events, against no deduplication', ...rates }
}

interface ComparedLoad {
  nextLoad: () => { rows: number; records: readonly LogRecordInput[] }
  beforeRound?: () => Promise<void>
}

/**
 * One consumer for all rounds, as in an installation: a new one would query for everything stored before it started.
 */
async function compareSearch(client: StoreClient, topic: TelemetryTopic, { nextLoad, beforeRound }: ComparedLoad) {
  const start = (processor: BatchProcessor) =>
    startConsumer({ writer: createTelemetryWriter(client), processor, topic })
  const searching = start(createWorkerProcessor({ retentionDays }))
  const unsearching = start(withoutIdentities(createWorkerProcessor({ retentionDays })))
  const rateOf = async (by: typeof searching) => {
    const { rows, records } = nextLoad()
    return (rows / (await by.consume(records))) * 1_000
  }
  const ours: number[] = []
  const unsearched: number[] = []
  await rateOf(searching)
  await rateOf(unsearching)
  for (let round = 0; round < rounds; round += 1) {
    await beforeRound?.()
    ours.push(await rateOf(searching))
    unsearched.push(await rateOf(unsearching))
  }
  await Promise.all([searching.stop(), unsearching.stop()])
  return { value: median(ours), unit: 'rows/s', baseline: median(unsearched), aim: 'ratio 0.95' }
}

/** Hides the batches' identities, so nothing is remembered or looked up in the store. */
function withoutIdentities(processor: BatchProcessor): BatchProcessor {
  return {
    process: async (batch, findings) => ({ ...(await processor.process(batch, findings)), identities: [] }),
    close: () => processor.close(),
  }
}
