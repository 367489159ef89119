import type { Admin, Kafka } from 'kafkajs'
import type { LogRange, LogReader, PartitionBounds, RangeRequest, StoredRecord } from '../event-log.js'
import { cutPiece } from '../single-partition/range-window.js'
import { createDirectCluster, type DirectCluster, type FetchedPartition } from './direct-cluster.js'
import { toLogError } from './kafka-failure.js'
import type { KafkaLogOptions } from './kafka-log-options.js'
import { recordBytes, toRecord } from './message-codec.js'
import { topicName } from './names.js'

export interface RangeReaderOptions {
  kafka: Kafka
  admin: Admin
  log: KafkaLogOptions
}

/** Long enough for a broker to read from disk. */
const maxWaitMs = 500

/** Reads topics without a group. Connects on first use. */
export class RangeReader implements LogReader {
  readonly #options: RangeReaderOptions
  #cluster: Promise<DirectCluster> | undefined

  constructor(options: RangeReaderOptions) {
    this.#options = options
  }

  async bounds(topic: Parameters<LogReader['bounds']>[0]): Promise<PartitionBounds[]> {
    const { admin, log } = this.#options
    const offsets = await this.#attempt(() => admin.fetchTopicOffsets(topicName(log, topic)))
    return offsets
      .map(({ partition, low, high }) => ({ partition, start: Number(low), end: Number(high) }))
      .sort((one, other) => one.partition - other.partition)
  }

  async offsetsAt(topic: Parameters<LogReader['offsetsAt']>[0], time: number): Promise<ReadonlyMap<number, number>> {
    const { admin, log } = this.#options
    const offsets = await this.#attempt(() => admin.fetchTopicOffsetsByTimestamp(topicName(log, topic), time))
    return new Map(offsets.map(({ partition, offset }) => [partition, Number(offset)]))
  }

  async readRange(request: RangeRequest): Promise<LogRange> {
    const bounds = (await this.bounds(request.topic)).find(({ partition }) => partition === request.partition)
    if (!bounds) return { records: [], next: undefined }
    const to = Math.min(request.to ?? bounds.end, bounds.end)
    const from = Math.max(request.from, bounds.start)
    return from < to ? this.#readPiece({ ...request, from, to }) : { records: [], next: undefined }
  }

  async close(): Promise<void> {
    await this.#cluster?.then(
      (cluster) => cluster.disconnect(),
      () => undefined,
    )
  }

  async #readPiece(request: RangeRequest & { to: number }): Promise<LogRange> {
    const fetched: StoredRecord[] = []
    let { from } = request
    let bytes = 0
    // A broker returns what fits into its own limits: keep fetching until the piece is full.
    while (from < request.to && fetched.length <= request.recordsMax && bytes <= request.bytesMax) {
      const { messages } = await this.#attempt(() => this.#fetch({ ...request, from }))
      const last = messages.at(-1)
      // Only gaps remain, such as transaction markers.
      if (!last) break
      for (const message of messages) {
        if (message.isControlRecord === true || Number(message.offset) < from) continue
        const record = { ...toRecord(message), appendedAt: Number(message.timestamp) }
        fetched.push(record)
        bytes += recordBytes(record)
      }
      from = Math.max(from, Number(last.offset)) + 1
    }
    const sizes = fetched.map((record) => ({ ...record, bytes: recordBytes(record) }))
    const { end, next } = cutPiece(request, sizes)
    const rest = next ?? (from < request.to && fetched.length > 0 ? from : undefined)
    return { records: fetched.filter(({ offset }) => offset < end), next: rest }
  }

  async #fetch({ topic, partition, from, bytesMax }: RangeRequest): Promise<Pick<FetchedPartition, 'messages'>> {
    const name = topicName(this.#options.log, topic)
    const cluster = await this.#connected()
    await cluster.addTargetTopic(name)
    const leader = cluster.findTopicPartitionMetadata(name).find(({ partitionId }) => partitionId === partition)?.leader
    const broker = await cluster.findBroker({ nodeId: String(leader) })
    const { responses } = await broker.fetch({
      maxWaitTime: maxWaitMs,
      minBytes: 1,
      maxBytes: bytesMax,
      isolationLevel: 1,
      topics: [{ topic: name, partitions: [{ partition, fetchOffset: String(from), maxBytes: bytesMax }] }],
    })
    const partitions = responses.find(({ topicName: answered }) => answered === name)?.partitions
    return partitions?.find((answered) => answered.partition === partition) ?? { messages: [] }
  }

  #connected(): Promise<DirectCluster> {
    this.#cluster ??= (async () => {
      const cluster = createDirectCluster(this.#options.kafka)
      await cluster.connect()
      return cluster
    })()
    return this.#cluster
  }

  /** Retries once with new connections, in case leaders have moved or the connection was lost. */
  async #attempt<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work()
    } catch {
      await this.close()
      this.#cluster = undefined
    }
    try {
      return await work()
    } catch (error) {
      throw toLogError(error, 'the topic cannot be read')
    }
  }
}
