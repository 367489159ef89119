import type { Topic } from '@signalbox/contracts'

/** What a producer hands over. The log does not look into `value`. */
export interface LogRecordInput {
  /** Flat text headers, small; the keys of a topic are those of its schema in `contracts/log`. */
  headers: Readonly<Record<string, string>>
  value: Uint8Array
  /** Estimate of the rows that this record becomes; batches are closed by it. At least 1. */
  rows: number
}

export interface LogRecord extends LogRecordInput {
  /** Position in its topic partition; grows, may have gaps. */
  offset: number
}

/**
 * A range of one topic partition: the offsets from `start` (inclusive) to `end` (exclusive). All records that the log
 * holds in the range are in `records`, ordered by offset.
 */
export interface LogBatch {
  readonly topic: Topic
  readonly partition: number
  readonly start: number
  readonly end: number
  readonly records: readonly LogRecord[]
  /**
   * True when the range was planned before and not committed: rows of it may be in the store already, so look before
   * inserting. Only the first batch of a partition after a start or a new assignment can be repeated.
   */
  readonly repeated: boolean
}

/** A batch is closed by whichever limit is reached first; it always holds at least one record. */
export interface BatchLimits {
  rowsMax: number
  /** Bytes of values and headers. */
  bytesMax: number
  /** How long to wait for more, counted from the first record that waits, in milliseconds. */
  waitMs: number
}

export interface ConsumerOptions {
  /** Consumer group: each has offsets and plans of its own. */
  group: string
  topics: readonly Topic[]
  limits: BatchLimits
}

/**
 * Reads topics for one consumer group. The cycle is `nextBatch` → `plan` → (write) → `commit`, per topic partition in
 * the order of the offsets. `nextBatch` may run ahead: a later batch of a partition may be read before the earlier one
 * is committed, but `plan` and `commit` must follow the order (`EventLogError` `out-of-order` otherwise).
 */
export interface EventLogConsumer {
  /**
   * Waits for the next batch of one topic. Partitions of the topic take turns.
   * @returns undefined once the signal is aborted or the consumer is closed.
   */
  nextBatch(topic: Topic, signal?: AbortSignal): Promise<LogBatch | undefined>
  /** Makes the end of the batch durable without moving the offset. After a crash exactly this range comes again. */
  plan(batch: LogBatch): Promise<void>
  /**
   * Makes the offset `batch.end` durable and closes the plan. Consumed records may then be deleted.
   * @throws EventLogError `out-of-order` when the batch is not the open plan, also when it was never planned;
   *   `reassigned` (`plan` as well) when the partition went to another consumer, which gets the batch: drop it.
   */
  commit(batch: LogBatch): Promise<void>
  /** Stops reading. Batches that were not committed come again to the next consumer of the group. */
  close(): Promise<void>
}

export interface TopicLag {
  topic: Topic
  partition: number
  /** Offset up to which the group has committed, exclusive: where its next batch begins. */
  committed: number
  /** Records appended and not committed by the group. */
  records: number
  /** Bytes that the topic holds on disk or in memory; undefined where the log cannot tell. */
  bytes: number | undefined
}

/** What one topic partition holds: the offsets from `start` (inclusive) to `end` (exclusive, where the next record goes). */
export interface PartitionBounds {
  partition: number
  start: number
  end: number
}

/** A stretch of one topic partition, read in pieces of a bounded size. */
export interface RangeRequest {
  topic: Topic
  partition: number
  /** Inclusive. Records before it that were deleted are passed over. */
  from: number
  /** Exclusive. Left out: all that the partition holds by now. */
  to?: number
  recordsMax: number
  /** Bytes of values and headers; a larger record comes alone. */
  bytesMax: number
}

export interface StoredRecord extends LogRecord {
  /** When it was appended, Unix milliseconds by the clock of the log: on Kafka that of the brokers. */
  appendedAt: number
}

export interface LogRange {
  /** Ordered by offset. */
  records: readonly StoredRecord[]
  /** Where the rest begins; undefined when there is none. */
  next: number | undefined
}

/** Looks at what topics hold without being a consumer: it moves no group, and nothing is deleted or kept because of it. */
export interface LogReader {
  /** The partitions of a topic, in their order. */
  bounds(topic: Topic): Promise<PartitionBounds[]>
  /** By partition, the offset of the first record that was appended at the time (Unix milliseconds) or later, else the end. */
  offsetsAt(topic: Topic, time: number): Promise<ReadonlyMap<number, number>>
  /**
   * Reads the first piece of a range. A partition that the topic does not have holds nothing.
   * @throws EventLogError `unavailable`.
   */
  readRange(request: RangeRequest): Promise<LogRange>
}

/** A durable, ordered log of topics. Kafka, the embedded one and the one in memory keep the same contract. */
export interface EventLog extends LogReader {
  /**
   * Appends records; all of one call become visible together and in order in the embedded and memory logs.
   * Resolves when they are durable (fsync or acks=all); when it rejects, none may be relied on.
   * The topic `dead-letters` has no part in the disk budget: it keeps the newest records up to a bound of its own, so
   * that a full log can always be drained.
   * @throws EventLogError `full` (disk budget reached), `overloaded` (too much waits for the disk), `unavailable`
   *   (disk error, broker away, log closed), `too-large` (one record over the limit).
   */
  append(topic: Topic, records: readonly LogRecordInput[], options?: AppendOptions): Promise<void>
  /** In which partition records with the key lie: what is appended apart goes together where this is the same. */
  partitionOf(topic: Topic, key: string): number
  openConsumer(options: ConsumerOptions): Promise<EventLogConsumer>
  /** How far the group is behind, per topic partition. */
  lag(group: string): Promise<TopicLag[]>
  /** Flushes what was accepted, then closes. Appends after it are refused. */
  close(): Promise<void>
}

export interface AppendOptions {
  /**
   * Records with the same key lie in the same partition, in their order, so that one consumer after another sees them
   * all. Leave out where that is not needed.
   */
  partitionKey?: string
  /** Puts the records where earlier ones of theirs lie, whatever the key. Ignored by logs of one partition. */
  partition?: number
  /**
   * The caller does not use the values again, not even to retry: large ones may then be moved to the log without a
   * copy, which leaves them empty for the caller. Default: false, the values stay as they are.
   */
  handOver?: boolean
}

export type EventLogErrorReason =
  'full' | 'overloaded' | 'unavailable' | 'too-large' | 'out-of-order' | 'reassigned' | 'corrupt'

/** Every failure of an event log. Retrying makes sense for `full`, `overloaded` and `unavailable`. */
export class EventLogError extends Error {
  override readonly name = 'EventLogError'
  readonly reason: EventLogErrorReason

  constructor(reason: EventLogErrorReason, message: string, options: { cause?: unknown } = {}) {
    super(message, options)
    this.reason = reason
  }
}
