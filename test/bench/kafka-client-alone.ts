import type { LogRecordInput } from '@signalbox/event-log'
import { CompressionTypes, Kafka, logLevel, type Message } from 'kafkajs'
import { perSecond } from './report.js'

// Baseline of the log on Kafka: the client by itself sends the same bytes in requests of the same size to alternating
// partitions, with the same guarantees.

/** Compression of sent batches. */
export type Codec = 'none' | 'gzip'

const codecs = { none: CompressionTypes.None, gzip: CompressionTypes.GZIP } as const

function connect(brokers: readonly string[]): Kafka {
  return new Kafka({ brokers: [...brokers], logLevel: logLevel.NOTHING })
}

/** What to send, and where. */
export interface SendOptions {
  topic: string
  partitions: number
  records: readonly LogRecordInput[]
  recordsPerRequest: number
  codec: Codec
}

/**
 * Sends requests sequentially.
 * @returns records per second.
 */
export async function sendAlone(brokers: readonly string[], options: SendOptions): Promise<number> {
  const { topic, partitions, records, recordsPerRequest, codec } = options
  const producer = connect(brokers).producer({ idempotent: true, maxInFlightRequests: 5 })
  await producer.connect()
  const startedAt = performance.now()
  for (let turn = 0; turn * recordsPerRequest < records.length; turn += 1) {
    const taken = records.slice(turn * recordsPerRequest, (turn + 1) * recordsPerRequest)
    const messages = taken.map((record) => toMessage(record, turn % partitions))
    await producer.send({ topic, messages, acks: -1, compression: codecs[codec] })
  }
  const rate = perSecond(records.length, startedAt)
  await producer.disconnect()
  return rate
}

/** Includes the headers that the log writes. */
function toMessage({ value, headers, rows }: LogRecordInput, partition: number): Message {
  const { buffer, byteOffset, byteLength } = value
  return {
    key: null,
    partition,
    value: Buffer.from(buffer, byteOffset, byteLength),
    headers: { rows: String(rows), 'h-meta': headers['meta'] },
  }
}

/**
 * Reads a topic from the beginning, without planning and committing.
 * @returns records per second, measured from joining the group.
 */
export async function readAlone(brokers: readonly string[], topic: string, count: number): Promise<number> {
  const consumer = connect(brokers).consumer({ groupId: `${topic}.alone`, maxWaitTimeInMs: 250 })
  await consumer.connect()
  await consumer.subscribe({ topics: [topic], fromBeginning: true })
  let startedAt = performance.now()
  consumer.on(consumer.events.GROUP_JOIN, () => {
    startedAt = performance.now()
  })
  let seen = 0
  await new Promise<void>((resolve, reject) => {
    const eachBatch = ({ batch }: { batch: { messages: readonly unknown[] } }) => {
      seen += batch.messages.length
      if (seen >= count) resolve()
      return Promise.resolve()
    }
    consumer.run({ autoCommit: false, eachBatch }).catch(reject)
  })
  const rate = perSecond(count, startedAt)
  await consumer.disconnect()
  return rate
}
