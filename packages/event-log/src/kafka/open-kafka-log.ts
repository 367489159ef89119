import { limits, type Topic } from '@signalbox/contracts'
import type { Admin } from 'kafkajs'
import {
  EventLogError,
  type AppendOptions,
  type ConsumerOptions,
  type EventLog,
  type EventLogConsumer,
  type LogRecordInput,
  type RangeRequest,
} from '../event-log.js'
import { admitRecords } from '../single-partition/admission.js'
import { closeOrDisconnect } from './with-timeout.js'
import { AppendQueue } from './append-queue.js'
import { connectKafka, type KafkaClient } from './connect-kafka.js'
import { ensureTopics } from './ensure-topics.js'
import { readGroupLag } from './group-lag.js'
import { KafkaConsumer } from './kafka-consumer.js'
import { toLogError } from './kafka-failure.js'
import type { KafkaLogOptions } from './kafka-log-options.js'
import { toMessage } from './message-codec.js'
import { topicName } from './names.js'
import { keepPartition } from './one-partition.js'
import { createPlacement, type Placement } from './placement.js'
import { RangeReader } from './range-reader.js'
import { RenewedProducer, type OwnProducer } from './renewed-producer.js'

/** Maximum size of one request to the brokers; larger requests gain nothing. */
const requestBytes = 1_048_576

/**
 * Opens an event log on Kafka. Records are durable once every in-sync replica has them. Retention bounds the brokers'
 * disk usage whether records are consumed or not: consumers that lag beyond it lose records, which is reported.
 * @throws EventLogError `unavailable` if no broker responds or topics cannot be created.
 */
export async function openKafkaLog(options: KafkaLogOptions): Promise<EventLog> {
  const client = connectKafka(options)
  const admin = client.kafka.admin()
  const producer = new RenewedProducer(() => createProducer(options))
  let placement: Placement
  try {
    await Promise.all([admin.connect(), producer.connect()])
    await ensureTopics(admin, options)
    placement = await createPlacement(admin, options)
  } catch (error) {
    await Promise.allSettled([admin.disconnect(), producer.disconnect()])
    throw toLogError(error, 'Kafka is unavailable')
  }
  return new KafkaLog({ options, client, admin, producer, placement })
}

function createProducer(options: KafkaLogOptions): OwnProducer {
  const { kafka, cut } = connectKafka(options)
  const producer = kafka.producer({
    // A request that is retried because its response was lost is stored only once.
    idempotent: true,
    maxInFlightRequests: 5,
    allowAutoTopicCreation: false,
    createPartitioner: keepPartition,
  })
  return { producer, cut }
}

interface Connected {
  options: KafkaLogOptions
  /** Used by `admin` and for reading ranges. */
  client: KafkaClient
  admin: Admin
  producer: RenewedProducer
  placement: Placement
}

class KafkaLog implements EventLog {
  readonly #connected: Connected
  readonly #queue: AppendQueue
  readonly #reader: RangeReader
  readonly #consumers = new Set<EventLogConsumer>()
  #isClosed = false

  constructor(connected: Connected) {
    this.#connected = connected
    this.#reader = new RangeReader({ kafka: connected.client.kafka, admin: connected.admin, log: connected.options })
    const { lingerMs = 5, pendingBytesMax = limits.eventLog.pendingBytesMax } = connected.options
    this.#queue = new AppendQueue({ producer: connected.producer, lingerMs, pendingBytesMax, requestBytes })
  }

  async append(topic: Topic, records: readonly LogRecordInput[], options: AppendOptions = {}): Promise<void> {
    this.#assertOpen()
    const { bytes } = admitRecords(records)
    if (records.length === 0) return
    const { partitionKey, partition = this.#connected.placement.place(topic, partitionKey) } = options
    const messages = records.map((record) => toMessage(record, partition, partitionKey))
    await this.#queue.append({ topic: topicName(this.#connected.options, topic), partition }, messages, bytes)
  }

  partitionOf(topic: Topic, key: string): number {
    return this.#connected.placement.place(topic, key)
  }

  async openConsumer(options: ConsumerOptions): Promise<EventLogConsumer> {
    this.#assertOpen()
    const consumer = await KafkaConsumer.open({ ...options, log: this.#connected.options })
    this.#consumers.add(consumer)
    return consumer
  }

  async lag(group: string) {
    this.#assertOpen()
    try {
      return await readGroupLag(this.#connected.admin, this.#connected.options, group)
    } catch (error) {
      throw toLogError(error, 'the lag cannot be read')
    }
  }

  async bounds(topic: Topic) {
    this.#assertOpen()
    return this.#reader.bounds(topic)
  }

  async offsetsAt(topic: Topic, time: number) {
    this.#assertOpen()
    return this.#reader.offsetsAt(topic, time)
  }

  async readRange(request: RangeRequest) {
    this.#assertOpen()
    return this.#reader.readRange(request)
  }

  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    const { producer, admin, client } = this.#connected
    const flushed = closeOrDisconnect(this.#queue.drain(), () => {
      producer.cut()
    })
    await Promise.all([flushed, ...[...this.#consumers].map((consumer) => consumer.close())])
    const closing = Promise.all([admin.disconnect(), this.#reader.close()])
    await Promise.all([producer.disconnect(), closeOrDisconnect(closing, client.cut)])
  }

  #assertOpen(): void {
    if (this.#isClosed) throw new EventLogError('unavailable', 'the log is closed')
  }
}
