import { gzipSync } from 'node:zlib'
import type { EventLog, LogRecordInput } from '@signalbox/event-log'
import { openKafkaLog } from '@signalbox/event-log/kafka'
import { startKafka } from '../support/kafka/kafka-broker.js'
import { readRecordedRequests } from '../support/recorded-requests.js'
import { readAlone, sendAlone, type Codec } from './kafka-client-alone.js'
import { hasPrograms } from './needed-programs.js'
import { median, perSecond, type Measurement } from './report.js'

const rounds = 3
const recordsMeasured = 20_000
/** Concurrent appends without a response, as from this many requests: while some are in flight, others wait. */
const inFlight = 1_000
/** Size from which the log starts another request. */
const requestBytes = 1_048_576
/** Batches are limited by bytes, except for the last one of a partition. */
const batchLimits = { rowsMax: 20_000, bytesMax: 8_388_608, waitMs: 5 }

/** Brokers for a part of the benchmark, and unused topics. */
interface Bench {
  brokers: readonly string[]
  openLog: (partitions?: number) => Promise<{ log: EventLog; prefix: string }>
}

/**
 * Compares the log on Kafka with the client alone: the same bytes sent in batches of the same size, and read without
 * planning and committing. The bodies are recorded requests, as sent or compressed with gzip.
 */
export async function measureKafka(): Promise<Measurement[]> {
  if (!(await hasPrograms('kafka', ['java', 'mvn']))) return []
  const kafka = await startKafka()
  try {
    const bench = createBench(kafka.brokers)
    const plain = await createRecords()
    const packed = plain.map((record) => ({ ...record, value: gzipSync(record.value) }))
    return [
      await compareAppends(bench, { name: 'Kafka, appends, gzipped requests', records: packed, codec: 'none' }),
      await compareAppends(bench, { name: 'Kafka, appends, uncompressed requests', records: plain, codec: 'gzip' }),
      ...(await measureCodecs(bench, plain)),
      await compareReads(bench, packed),
      ...(await measurePartitions(bench, packed)),
    ]
  } finally {
    await kafka.remove()
  }
}

/** Every log has its own topics, so every round starts with empty ones. */
function createBench(brokers: readonly string[]): Bench {
  let logs = 0
  return {
    brokers,
    openLog: async (partitions = 2) => {
      const prefix = `bench-${(logs += 1)}.`
      return { log: await openKafkaLog({ brokers, prefix, topics: { partitions } }), prefix }
    },
  }
}

/** Repeats requests that real SDKs sent without compression. */
async function createRecords(): Promise<LogRecordInput[]> {
  const isPlain = (body: Uint8Array) => body[0] === 0x7b && body.byteLength < 16_384
  const bodies = (await readRecordedRequests()).map(({ body }) => body).filter(isPlain)
  return Array.from({ length: recordsMeasured }, (_, index) => {
    const value = bodies[index % bodies.length] ?? Buffer.alloc(0)
    return { headers: { meta: JSON.stringify({ organizationId: 'bench', index }) }, value, rows: 1 }
  })
}

/** About what the log puts into one request: whatever waits while others are in flight, up to the limit. */
function recordsPerRequestOf(records: readonly LogRecordInput[]): number {
  const bytes = records.reduce((sum, { value }) => sum + value.byteLength, 0)
  return Math.min(inFlight / 2, Math.floor((requestBytes * records.length) / bytes))
}

interface Compared {
  name: string
  records: readonly LogRecordInput[]
  codec: Codec
}

async function compareAppends({ brokers, openLog }: Bench, { name, records, codec }: Compared): Promise<Measurement> {
  const ours: number[] = []
  const alone: number[] = []
  const recordsPerRequest = recordsPerRequestOf(records)
  // The first round compiles and is not counted.
  for (let round = 0; round <= rounds; round += 1) {
    const { log, prefix } = await openLog()
    const sent = { topic: `${prefix}spans`, partitions: 2, records, recordsPerRequest, codec }
    alone.push(await sendAlone(brokers, sent))
    ours.push(await appendAll(log, records))
    await log.close()
  }
  const [value, baseline] = [median(ours.slice(1)), median(alone.slice(1))]
  return { name, value, unit: 'records/s', baseline, aim: 'ratio 0.8' }
}

async function appendAll(log: EventLog, records: readonly LogRecordInput[]): Promise<number> {
  const startedAt = performance.now()
  let next = 0
  const appendNext = async () => {
    for (let record = records[next++]; record; record = records[next++]) await log.append('envelopes', [record])
  }
  await Promise.all(Array.from({ length: inFlight }, appendNext))
  return perSecond(records.length, startedAt)
}

/** Measures what compression costs the sender, and saves on the brokers' disks. */
async function measureCodecs({ brokers, openLog }: Bench, records: readonly LogRecordInput[]): Promise<Measurement[]> {
  const recordsPerRequest = recordsPerRequestOf(records)
  const rates: Record<Codec, number[]> = { none: [], gzip: [] }
  for (let round = 0; round < rounds; round += 1) {
    const { log, prefix } = await openLog()
    for (const codec of ['none', 'gzip'] as const) {
      const topic = `${prefix}${codec === 'none' ? 'spans' : 'metrics'}`
      rates[codec].push(await sendAlone(brokers, { topic, partitions: 2, records, recordsPerRequest, codec }))
    }
    await log.close()
  }
  const batch = Buffer.concat(records.slice(0, recordsPerRequest).map(({ value }) => value))
  const bytesEach = (bytes: Buffer) => bytes.byteLength / recordsPerRequest
  return [
    {
      name: 'Kafka, appends, uncompressed requests, gzip against none',
      value: median(rates.gzip),
      unit: 'records/s',
      baseline: median(rates.none),
    },
    {
      name: 'Kafka, bytes, uncompressed requests, gzip against none',
      value: bytesEach(gzipSync(batch)),
      unit: 'bytes',
      baseline: bytesEach(batch),
    },
  ]
}

async function compareReads({ brokers, openLog }: Bench, records: readonly LogRecordInput[]): Promise<Measurement> {
  const ours: number[] = []
  const alone: number[] = []
  for (let round = 0; round <= rounds; round += 1) {
    const { log, prefix } = await openLog()
    await appendAll(log, records)
    alone.push(await readAlone(brokers, `${prefix}envelopes`, records.length))
    ours.push(await consumeAll(log, records.length))
    await log.close()
  }
  const [value, baseline] = [median(ours.slice(1)), median(alone.slice(1))]
  return { name: 'Kafka, records read, planned and committed', value, unit: 'records/s', baseline, aim: 'ratio 0.8' }
}

/** From joining the group on, which takes equally long for both. */
async function consumeAll(log: EventLog, count: number): Promise<number> {
  const consumer = await log.openConsumer({ group: 'readers', topics: ['envelopes'], limits: batchLimits })
  const startedAt = performance.now()
  let seen = 0
  while (seen < count) {
    const batch = await consumer.nextBatch('envelopes')
    if (!batch) break
    seen += batch.records.length
    await consumer.plan(batch)
    await consumer.commit(batch)
  }
  const rate = perSecond(count, startedAt)
  await consumer.close()
  return rate
}

async function measurePartitions({ openLog }: Bench, records: readonly LogRecordInput[]): Promise<Measurement[]> {
  const sizes = [1, 2, 4]
  const rates = new Map<number, number[]>(sizes.map((partitions) => [partitions, []]))
  for (let round = 0; round < rounds; round += 1) {
    for (const partitions of sizes) {
      const { log } = await openLog(partitions)
      rates.get(partitions)?.push(await appendAll(log, records))
      await log.close()
    }
  }
  const baseline = median(rates.get(1) ?? [])
  return sizes.map((partitions) => ({
    name: `Kafka, appends to ${partitions} partition${partitions === 1 ? '' : 's'}`,
    value: median(rates.get(partitions) ?? []),
    unit: 'records/s',
    baseline,
  }))
}
