import { limits } from '@signalbox/contracts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createWorkerProcessor, type BatchProcessor } from '@signalbox/consumer'
import { createStoreClient, createTelemetryWriter, migrate } from '@signalbox/telemetry-store'
import { measureProcessors } from './measure-processors.js'
import { median, type Measurement } from './report.js'
import { countRows, createSpanLoad, insertStraight, toSpanRecords } from './span-load.js'
import { startConsumer } from './working-consumer.js'

const rounds = 5
const { retentionDays } = limits

/**
 * Rows stored a second: by the consumer from log records (decode, normalize, encode, plan, insert with fsync, commit),
 * against the same rows as objects, inserted straight through the client in batches of the same size, and against a consumer
 * that does not look for what is stored already. Then by several processors.
 */
export async function measureConsumer(): Promise<Measurement[]> {
  return [...(await measureRows()), ...(await measureProcessors())]
}

async function measureRows(): Promise<Measurement[]> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'signalbox-bench-'))
  const client = await createStoreClient({ dataDirectory })
  await migrate(client)
  const start = (processor: BatchProcessor) =>
    startConsumer({ writer: createTelemetryWriter(client), processor, topic: 'spans' })
  // One for all rounds: what others stored before it began, it would ask for.
  const consumer = start(createWorkerProcessor({ retentionDays }))
  const unsearching = start(withoutIdentities(createWorkerProcessor({ retentionDays })))
  let seed = 0
  // Spans that are there already would be dropped.
  const nextLoad = () => createSpanLoad((seed += 1))
  const rateOf = async (by: typeof consumer) => {
    const load = nextLoad()
    return (countRows(load) / (await by.consume(toSpanRecords(load)))) * 1_000
  }
  const ours: number[] = []
  const straight: number[] = []
  const unsearched: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    straight.push(await insertStraight(client, nextLoad()))
    ours.push(await rateOf(consumer))
    unsearched.push(await rateOf(unsearching))
  }
  await Promise.all([consumer.stop(), unsearching.stop()])
  await client.close()
  await rm(dataDirectory, { recursive: true, force: true })
  const value = median(ours)
  return [
    { name: 'consumer, span rows', value, unit: 'rows/s', baseline: median(straight), aim: 'ratio 0.8' },
    {
      name: 'consumer, span rows, against one that does not look for duplicates',
      value,
      unit: 'rows/s',
      baseline: median(unsearched),
      aim: 'ratio 0.95',
    },
  ]
}

/** What the batches hold is not told, so that nobody looks for it in the store. */
function withoutIdentities(processor: BatchProcessor): BatchProcessor {
  return {
    process: async (batch, findings) => ({ ...(await processor.process(batch, findings)), identities: [] }),
    close: () => processor.close(),
  }
}
