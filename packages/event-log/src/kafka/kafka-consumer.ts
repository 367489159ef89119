import type { Topic } from '@signalbox/contracts'
import type { Admin, Batch, Consumer, EachBatchPayload } from 'kafkajs'
import { setTimeout as delay } from 'node:timers/promises'
import { EventLogError, type ConsumerOptions, type EventLogConsumer, type LogBatch } from '../event-log.js'
import { closeOrDisconnect } from './with-timeout.js'
import { connectKafka } from './connect-kafka.js'
import { groupName, topicName } from './names.js'
import { toLogError } from './kafka-failure.js'
import type { KafkaLogOptions } from './kafka-log-options.js'
import { toFetchedRecords } from './message-codec.js'
import { readOldestOffsets } from './group-offsets.js'
import { openPartitions, reportLoss, type PartitionGroup } from './open-partitions.js'
import { reassigned, type PartitionReader } from './partition-reader.js'
import { createSettlingAssigner } from './settling-assigner.js'
import { TopicReader } from './topic-reader.js'

/** Time after which the group considers a silent member dead. */
const sessionMsDefault = 30_000
/** How long a rebalance waits for a batch that is being stored; well within the default session. */
const settleMsMax = 10_000
/**
 * Number of attempts to join a rebalance, at most a second apart: together they outlast `settleMsMax`. A client that
 * gives up earlier stops, and the batch that is being stored could no longer be committed.
 */
const joinRetries = 20
/** Timeout of the first join. */
const joinMsMax = 60_000
/** Pause before reading the group's positions again after a failure. */
const retryMs = 250

export interface KafkaConsumerOptions extends ConsumerOptions {
  log: KafkaLogOptions
}

interface Assignment {
  /** By topic name in the cluster, then by partition. */
  readers: ReadonlyMap<string, ReadonlyMap<number, PartitionReader>>
}

const nothingAssigned: Assignment = { readers: new Map() }

/**
 * Reads topics as a member of a consumer group. The client pushes fetched records, which are buffered per partition
 * until a batch is requested; fetching of a partition pauses while its buffer is full. Every rebalance discards the
 * buffers and restarts from the committed positions, so two consumers never store the same read-ahead records.
 */
export class KafkaConsumer implements EventLogConsumer {
  readonly #options: KafkaConsumerOptions
  readonly #cut: () => void
  readonly #consumer: Consumer
  readonly #admin: Admin
  readonly #topics: ReadonlyMap<Topic, TopicReader>
  /** The reader each batch was cut from; identifies batches of earlier assignments. */
  readonly #origins = new WeakMap<LogBatch, PartitionReader>()
  #assignment: Promise<Assignment> = Promise.resolve(nothingAssigned)
  #current = nothingAssigned
  /** Incremented with every rebalance. */
  #generation = 0
  #rebalanceStartedAt: number | undefined
  #isClosed = false

  private constructor(options: KafkaConsumerOptions) {
    this.#options = options
    const { limits, group, log } = options
    const { kafka, cut } = connectKafka(log)
    this.#cut = cut
    const { sessionTimeoutMs = sessionMsDefault } = log
    this.#topics = new Map(options.topics.map((topic) => [topic, new TopicReader(topic)]))
    this.#admin = kafka.admin()
    this.#consumer = kafka.consumer({
      groupId: groupName(log, group),
      partitionAssigners: [createSettlingAssigner(() => this.#isSettled())],
      sessionTimeout: sessionTimeoutMs,
      rebalanceTimeout: Math.max(2 * sessionTimeoutMs, 2 * settleMsMax),
      heartbeatInterval: Math.floor(sessionTimeoutMs / 10),
      maxWaitTimeInMs: 250,
      maxBytesPerPartition: Math.max(1_048_576, limits.bytesMax),
      maxBytes: 4 * Math.max(1_048_576, limits.bytesMax),
      allowAutoTopicCreation: false,
      // Otherwise the client would restart after a failure that ends after the close, and hold partitions that nobody
      // reads.
      retry: { retries: joinRetries, restartOnFailure: () => Promise.resolve(!this.#isClosed) },
    })
  }

  /** Resolves once the group has assigned partitions to this consumer, or none because other members have them all. */
  static async open(options: KafkaConsumerOptions): Promise<KafkaConsumer> {
    const opened = new KafkaConsumer(options)
    try {
      await opened.#join()
    } catch (error) {
      await opened.close()
      throw toLogError(error, `joining the consumer group ${options.group} failed`)
    }
    return opened
  }

  async nextBatch(topic: Topic, signal?: AbortSignal): Promise<LogBatch | undefined> {
    const topicReader = this.#topics.get(topic)
    if (!topicReader) throw new TypeError(`this consumer was not opened for the topic ${topic}`)
    const next = await topicReader.next(signal)
    if (!next) return undefined
    this.#origins.set(next.batch, next.reader)
    if (next.reader.bufferedBytes < this.#options.limits.bytesMax) this.#resume(next.batch)
    return next.batch
  }

  plan(batch: LogBatch): Promise<void> {
    return this.#use(batch, (reader) => reader.plan(batch))
  }

  commit(batch: LogBatch): Promise<void> {
    return this.#use(batch, (reader) => reader.commit(batch))
  }

  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    for (const topic of this.#topics.values()) topic.close()
    await closeOrDisconnect(Promise.all([this.#consumer.disconnect(), this.#admin.disconnect()]), this.#cut)
    this.#revoke()
  }

  async #join(): Promise<void> {
    const { topics, log } = this.#options
    const joined = new Promise<void>((resolve, reject) => {
      this.#consumer.on(this.#consumer.events.GROUP_JOIN, ({ payload }) => {
        this.#assign(payload.memberAssignment).then(resolve, reject)
      })
      this.#consumer.on(this.#consumer.events.CRASH, ({ payload: { error, restart } }) => {
        // The client restarts on its own after transient errors, such as a coordinator that is still loading.
        if (restart) return
        reject(error)
        if (!this.#isClosed) log.onFault?.(error)
      })
    })
    // Awaited below; until then a failure must not count as an unhandled rejection.
    joined.catch(() => undefined)
    await Promise.all([this.#consumer.connect(), this.#admin.connect()])
    await this.#consumer.subscribe({ topics: topics.map((topic) => topicName(log, topic)), fromBeginning: true })
    await this.#consumer.run({
      autoCommit: false,
      eachBatchAutoResolve: false,
      eachBatch: (payload) => this.#take(payload),
    })
    await Promise.race([joined, this.#expireJoin()])
  }

  /** @throws EventLogError `unavailable` after the join timeout; never resolves. */
  async #expireJoin(): Promise<void> {
    await delay(joinMsMax, undefined, { ref: false })
    throw new EventLogError('unavailable', `the group did not respond for ${joinMsMax / 1_000} seconds`)
  }

  /** Starts over with the assigned partitions, each at the group's committed position. */
  async #assign(partitions: Readonly<Record<string, number[]>>): Promise<void> {
    this.#revoke()
    this.#rebalanceStartedAt = undefined
    const generation = this.#generation
    this.#assignment = this.#loadUntilDone(partitions, generation)
    const loaded = await this.#assignment
    if (this.#generation !== generation) return
    this.#current = loaded
    for (const [topic, reader] of this.#topics) {
      reader.assign([...(loaded.readers.get(topicName(this.#options.log, topic))?.values() ?? [])])
    }
  }

  /** Retries until the next rebalance, because partition leaders may be changing at this moment. */
  async #loadUntilDone(partitions: Readonly<Record<string, number[]>>, generation: number): Promise<Assignment> {
    while (!this.#isClosed && this.#generation === generation) {
      try {
        return await this.#load(partitions)
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        this.#options.log.onNotice?.({
          level: 'warn',
          message: `the group's committed position cannot be read: ${reason}`,
        })
        await delay(retryMs)
        // Reconnecting refreshes the client's knowledge of partition leaders.
        await this.#admin.disconnect().then(
          () => (this.#isClosed ? undefined : this.#admin.connect()),
          () => undefined,
        )
      }
    }
    return nothingAssigned
  }

  async #load(partitions: Readonly<Record<string, number[]>>): Promise<Assignment> {
    const readers = new Map<string, ReadonlyMap<number, PartitionReader>>()
    const generation = this.#generation
    const group: PartitionGroup = {
      consumer: this.#consumer,
      admin: this.#admin,
      options: this.#options,
      isCurrent: () => this.#generation === generation,
    }
    for (const topic of this.#options.topics) {
      const name = topicName(this.#options.log, topic)
      const assigned = partitions[name] ?? []
      if (assigned.length > 0) readers.set(name, await openPartitions({ ...group, topic, name, assigned }))
    }
    return { readers }
  }

  async #take(payload: EachBatchPayload): Promise<void> {
    const { batch } = payload
    const { readers } = await this.#assignment
    const reader = readers.get(batch.topic)?.get(batch.partition)
    if (!reader) return
    if (!reader.push(toFetchedRecords(batch), performance.now())) {
      await this.#fetchSkipped(reader, batch)
      return
    }
    payload.resolveOffset(batch.lastOffset())
    if (reader.bufferedBytes > 2 * this.#options.limits.bytesMax) {
      this.#consumer.pause([{ topic: batch.topic, partitions: [batch.partition] }])
    }
    for (const topic of this.#topics.values()) topic.wake()
  }

  /**
   * Makes the client seek back to the reader's position. The client gets ahead if it takes the end of a fetch of an
   * earlier assignment as its position in the new one, or if retention deleted the records first.
   */
  async #fetchSkipped(reader: PartitionReader, { topic: name, partition }: Batch): Promise<void> {
    const oldest = await readOldestOffsets(this.#admin, name).catch(() => undefined)
    const count = reader.skipDeleted(oldest?.get(partition) ?? 0)
    if (count > 0) reportLoss(this.#options.log, { name, partition, count })
    this.#consumer.seek({ topic: name, partition, offset: String(reader.fetchOffset) })
  }

  #resume({ topic, partition }: LogBatch): void {
    const name = topicName(this.#options.log, topic)
    const isPaused = this.#consumer
      .paused()
      .some((paused) => paused.topic === name && paused.partitions.includes(partition))
    if (isPaused) this.#consumer.resume([{ topic: name, partitions: [partition] }])
  }

  async #use(batch: LogBatch, work: (reader: PartitionReader) => Promise<void>): Promise<void> {
    if (this.#isClosed) {
      throw new EventLogError(
        'unavailable',
        'the consumer is closed; its batches will be redelivered to the next consumer in the group',
      )
    }
    const name = topicName(this.#options.log, batch.topic)
    const reader = this.#origins.get(batch) ?? this.#current.readers.get(name)?.get(batch.partition)
    if (!reader) throw reassigned(batch)
    await work(reader)
  }

  /**
   * Whether the group may rebalance: if nothing is being stored, or in any case after `settleMsMax`. Once it returns
   * true, nothing new is planned until the new assignment is known.
   */
  #isSettled(): boolean {
    this.#rebalanceStartedAt ??= performance.now()
    // A closing consumer has given up on batches that are being stored.
    const isStoring = !this.#isClosed && this.#readers().some((reader) => reader.isStoring)
    if (isStoring && performance.now() - this.#rebalanceStartedAt < settleMsMax) return false
    this.#revoke()
    return true
  }

  /** Ends the current assignment, even if its positions are still being loaded. */
  #revoke(): void {
    this.#generation += 1
    for (const reader of this.#readers()) reader.revoke()
    for (const topic of this.#topics.values()) topic.assign([])
    this.#current = nothingAssigned
  }

  #readers(): PartitionReader[] {
    return [...this.#current.readers.values()].flatMap((partitions) => [...partitions.values()])
  }
}
