import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import type { EventLog, LogRecordInput } from '@signalbox/event-log'
import { openKafkaLog } from '@signalbox/event-log/kafka'
import { CompressionTypes, Kafka, logLevel, Partitioners } from 'kafkajs'
import { startKafka, type KafkaCluster } from '../support/kafka/kafka-broker.js'
import { readRecordedRequests } from '../support/recorded-requests.js'
import { median, type Measurement } from './report.js'

const run = promisify(execFile)

const rounds = 3
const recordsMeasured = 20_000
/** Appends without an answer yet, as of that many requests at once. */
const inFlight = 500
const batchLimits = { rowsMax: 20_000, bytesMax: 8_388_608, waitMs: 50 }

/**
 * The log on Kafka against the client alone: the same bytes sent in batches of the same number, and read without plans
 * and commits. The bodies are those of recorded requests, as they came or packed with gzip.
 */
export async function measureKafka(): Promise<Measurement[]> {
  if (!(await hasJava())) {
    console.error('Left out: Kafka. Install Java 17 and Maven, then run make bench ONLY=kafka')
    return []
  }
  const kafka = await startKafka()
  try {
    const plain = await createRecords()
    const packed = plain.map((record) => ({ ...record, value: gzipSync(record.value) }))
    return [
      await compareAppends(kafka, { name: 'Kafka, appends of gzipped requests', records: packed, codec: 'none' }),
      await compareAppends(kafka, { name: 'Kafka, appends of plain requests', records: plain, codec: 'gzip' }),
      ...(await measureCodecs(kafka, plain)),
      await compareReads(kafka, packed),
      ...(await measurePartitions(kafka, packed)),
    ]
  } finally {
    await kafka.remove()
  }
}

async function hasJava(): Promise<boolean> {
  return Promise.all([run('java', ['-version']), run('mvn', ['-version'])]).then(
    () => true,
    () => false,
  )
}

/** Requests of real SDKs that came without compression, over and over. */
async function createRecords(): Promise<LogRecordInput[]> {
  const isPlain = (body: Uint8Array) => body[0] === 0x7b && body.byteLength < 16_384
  const bodies = (await readRecordedRequests()).map(({ body }) => body).filter(isPlain)
  return Array.from({ length: recordsMeasured }, (_, index) => {
    const value = bodies[index % bodies.length] ?? Buffer.alloc(0)
    return { headers: { meta: JSON.stringify({ organizationId: 'bench', index }) }, value, rows: 1 }
  })
}

type Codec = 'none' | 'gzip'
const codecs = { none: CompressionTypes.None, gzip: CompressionTypes.GZIP } as const
let topics = 0

function clientOf(kafka: KafkaCluster): Kafka {
  return new Kafka({ brokers: [...kafka.brokers], logLevel: logLevel.NOTHING })
}

/** A log of its own, so that every round begins with empty topics. */
async function openLog(kafka: KafkaCluster, partitions = 2): Promise<{ log: EventLog; prefix: string }> {
  const prefix = `bench-${(topics += 1)}.`
  return { log: await openKafkaLog({ brokers: kafka.brokers, prefix, topics: { partitions } }), prefix }
}

async function compareAppends(
  kafka: KafkaCluster,
  { name, records, codec }: { name: string; records: readonly LogRecordInput[]; codec: Codec },
): Promise<Measurement> {
  const ours: number[] = []
  const alone: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const { log, prefix } = await openLog(kafka)
    alone.push(await sendAlone(kafka, `${prefix}spans`, { records, codec }))
    ours.push(await appendAll(log, records))
    await log.close()
  }
  return { name, value: median(ours), unit: 'records/s', baseline: median(alone), aim: 'ratio 0.8' }
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

/** The client by itself, in batches of as many as are in flight above. */
async function sendAlone(
  kafka: KafkaCluster,
  topic: string,
  { records, codec }: { records: readonly LogRecordInput[]; codec: Codec },
): Promise<number> {
  const createPartitioner = Partitioners.DefaultPartitioner
  const producer = clientOf(kafka).producer({ idempotent: true, maxInFlightRequests: 5, createPartitioner })
  await producer.connect()
  const startedAt = performance.now()
  for (let from = 0; from < records.length; from += inFlight) {
    const messages = records.slice(from, from + inFlight).map(({ value, headers }) => ({
      key: null,
      value: Buffer.from(value.buffer, value.byteOffset, value.byteLength),
      headers: { ...headers },
    }))
    await producer.send({ topic, messages, acks: -1, compression: codecs[codec] })
  }
  const rate = perSecond(records.length, startedAt)
  await producer.disconnect()
  return rate
}

/** What packing costs the sender, and what it saves the disks of the brokers. */
async function measureCodecs(kafka: KafkaCluster, records: readonly LogRecordInput[]): Promise<Measurement[]> {
  const rates: Record<Codec, number[]> = { none: [], gzip: [] }
  for (let round = 0; round < rounds; round += 1) {
    const { log, prefix } = await openLog(kafka)
    for (const codec of ['none', 'gzip'] as const) {
      rates[codec].push(
        await sendAlone(kafka, `${prefix}${codec === 'none' ? 'spans' : 'metrics'}`, { records, codec }),
      )
    }
    await log.close()
  }
  const batch = Buffer.concat(records.slice(0, inFlight).map(({ value }) => value))
  const [packedBytes, plainBytes] = [gzipSync(batch).byteLength / inFlight, batch.byteLength / inFlight]
  return [
    {
      name: 'Kafka, plain requests with gzip against none',
      value: median(rates.gzip),
      unit: 'records/s',
      baseline: median(rates.none),
    },
    { name: 'Kafka, bytes of them with gzip against none', value: packedBytes, unit: 'bytes', baseline: plainBytes },
  ]
}

async function compareReads(kafka: KafkaCluster, records: readonly LogRecordInput[]): Promise<Measurement> {
  const ours: number[] = []
  const alone: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const { log, prefix } = await openLog(kafka)
    await appendAll(log, records)
    alone.push(await readAlone(kafka, prefix, records.length))
    ours.push(await consumeAll(log, records.length))
    await log.close()
  }
  const name = 'Kafka, records read, planned and committed'
  return { name, value: median(ours), unit: 'records/s', baseline: median(alone), aim: 'ratio 0.8' }
}

/** From the first batch on: joining a group takes as long for either. */
async function consumeAll(log: EventLog, count: number): Promise<number> {
  const consumer = await log.openConsumer({ group: 'readers', topics: ['envelopes'], limits: batchLimits })
  let startedAt = performance.now()
  let seen = 0
  while (seen < count) {
    const batch = await consumer.nextBatch('envelopes')
    if (!batch) break
    if (seen === 0) startedAt = performance.now()
    seen += batch.records.length
    await consumer.plan(batch)
    await consumer.commit(batch)
  }
  const rate = perSecond(count, startedAt)
  await consumer.close()
  return rate
}

async function readAlone(kafka: KafkaCluster, prefix: string, count: number): Promise<number> {
  const consumer = clientOf(kafka).consumer({ groupId: `${prefix}alone`, maxWaitTimeInMs: 250 })
  await consumer.connect()
  await consumer.subscribe({ topics: [`${prefix}envelopes`], fromBeginning: true })
  let startedAt = 0
  let seen = 0
  const done = new Promise<void>((resolve, reject) => {
    const eachBatch = ({ batch }: { batch: { messages: readonly unknown[] } }) => {
      if (seen === 0) startedAt = performance.now()
      seen += batch.messages.length
      if (seen >= count) resolve()
      return Promise.resolve()
    }
    consumer.run({ eachBatch }).catch(reject)
  })
  await done
  const rate = perSecond(count, startedAt)
  await consumer.disconnect()
  return rate
}

async function measurePartitions(kafka: KafkaCluster, records: readonly LogRecordInput[]): Promise<Measurement[]> {
  const measurements: Measurement[] = []
  for (const partitions of [1, 2, 4]) {
    const rates: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      const { log } = await openLog(kafka, partitions)
      rates.push(await appendAll(log, records))
      await log.close()
    }
    const name = `Kafka, appends to ${partitions} partition${partitions === 1 ? '' : 's'}`
    measurements.push({ name, value: median(rates), unit: 'records/s' })
  }
  return measurements
}

function perSecond(count: number, startedAt: number): number {
  return (count / (performance.now() - startedAt)) * 1_000
}
