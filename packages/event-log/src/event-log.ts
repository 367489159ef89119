import type { Topic } from '@signalbox/contracts'

/** A record to append. The log does not interpret `value`. */
export interface LogRecordInput {
  /** Small, flat text headers; each topic's schema in `contracts/log` defines the keys. */
  headers: Readonly<Record<string, string>>
  value: Uint8Array
  /** Estimated number of rows this record produces, used to size batches. At least 1. */
  rows: number
}

export interface LogRecord extends LogRecordInput {
  /** Position in its topic partition. Increasing; may have gaps. */
  offset: number
}

/**
 * A range of one topic partition: offsets from `start` (inclusive) to `end` (exclusive). `records` holds all records of
 * the range, ordered by offset.
 */
export interface LogBatch {
  readonly topic: Topic
  readonly partition: number
  readonly start: number
  readonly end: number
  readonly records: readonly LogRecord[]
  /**
   * True if the range was planned before but not committed. Some of its rows may already be stored, so check before
   * inserting. Only the first batch of a partition after a start or a new assignment can be repeated.
   */
  readonly repeated: boolean
}

/** A batch closes at the first limit it reaches; it always holds at least one record. */
export interface BatchLimits {
  rowsMax: number
  /** Total bytes of values and headers. */
  bytesMax: number
  /** How long to wait for more records, in milliseconds since the first waiting record. */
  waitMs: number
}

export interface ConsumerOptions {
  /** Consumer group: each group has its own offsets and plans. */
  group: string
  topics: readonly Topic[]
  limits: BatchLimits
}

/**
 * Reads topics for one consumer group. The cycle is `nextBatch` → `plan` → (write) → `commit`, per topic partition in
 * offset order. `nextBatch` may run ahead: a later batch of a partition may be read before the earlier one is
 * committed, but `plan` and `commit` must follow the order (otherwise `EventLogError` `out-of-order`).
 */
export interface EventLogConsumer {
  /**
   * Waits for the next batch of a topic. Partitions are served round-robin.
   * @returns undefined once the signal is aborted or the consumer is closed.
   */
  nextBatch(topic: Topic, signal?: AbortSignal): Promise<LogBatch | undefined>
  /**
   * Durably records the end of the batch without moving the offset. After a crash, exactly this range is delivered
   * again.
   */
  plan(batch: LogBatch): Promise<void>
  /**
   * Durably moves the offset to `batch.end` and closes the plan. Consumed records may then be deleted.
   * @throws EventLogError `out-of-order` if the batch is not the open plan, including batches that were never planned;
   * `reassigned` (`plan` as well) if the partition moved to another consumer, which receives the batch: discard it.
   */
  commit(batch: LogBatch): Promise<void>
  /** Stops reading. Uncommitted batches are delivered again to the group's next consumer. */
  close(): Promise<void>
}

export interface TopicLag {
  topic: Topic
  partition: number
  /** Committed offset of the group (exclusive): the start of its next batch. */
  committed: number
  /** Number of records appended but not committed by the group. */
  records: number
  /** Bytes that the topic holds on disk or in memory; undefined if the log does not track it. */
  bytes: number | undefined
}

/** Offsets that a topic partition holds: from `start` (inclusive) to `end` (exclusive; the next record's offset). */
export interface PartitionBounds {
  partition: number
  start: number
  end: number
}

/** A range of one topic partition, read in pieces of bounded size. */
export interface RangeRequest {
  topic: Topic
  partition: number
  /** Inclusive. Earlier offsets whose records were deleted are skipped. */
  from: number
  /** Exclusive. Default: the partition's current end. */
  to?: number
  recordsMax: number
  /** Maximum bytes of values and headers per piece; a larger record is returned alone. */
  bytesMax: number
}

export interface StoredRecord extends LogRecord {
  /** Append time in Unix milliseconds, by the log's clock (on Kafka, the brokers' clock). */
  appendedAt: number
}

export interface LogRange {
  /** Sorted by offset. */
  records: readonly StoredRecord[]
  /** Start of the next piece; undefined if the range is complete. */
  next: number | undefined
}

/** Reads topics without being a consumer: it moves no group and does not affect retention. */
export interface LogReader {
  /** Bounds of each partition of a topic, in partition order. */
  bounds(topic: Topic): Promise<PartitionBounds[]>
  /** For each partition, the offset of the first record appended at or after `time` (Unix milliseconds), or the end. */
  offsetsAt(topic: Topic, time: number): Promise<ReadonlyMap<number, number>>
  /**
   * Reads the first piece of a range. A nonexistent partition has no records.
   * @throws EventLogError `unavailable`.
   */
  readRange(request: RangeRequest): Promise<LogRange>
}

/** A durable, ordered log of topics. The Kafka, embedded and in-memory logs implement the same contract. */
export interface EventLog extends LogReader {
  /**
   * Appends records. In the embedded and memory logs, all records of one call become visible together and in order.
   * Resolves when they are durable (fsync or acks=all). If it rejects, do not rely on any of them.
   *
   * The `dead-letters` topic does not count towards the disk budget: it has its own limit and deletes its oldest
   * records, so a full log can always be drained.
   * @throws EventLogError `full` (disk budget reached), `overloaded` (too many bytes wait for the disk), `unavailable`
   * (disk error, broker unreachable, log closed), `too-large` (one record over the limit).
   */
  append(topic: Topic, records: readonly LogRecordInput[], options?: AppendOptions): Promise<void>
  /**
   * Returns the partition of records with this key. Records that map to the same partition can be appended together.
   */
  partitionOf(topic: Topic, key: string): number
  openConsumer(options: ConsumerOptions): Promise<EventLogConsumer>
  /** Returns how far the group lags behind, per topic partition. */
  lag(group: string): Promise<TopicLag[]>
  /** Flushes accepted appends, then closes. Later appends are refused. */
  close(): Promise<void>
}

export interface AppendOptions {
  /**
   * Records with the same key go to the same partition, in order, so one consumer at a time sees them all. Omit if that
   * is not needed.
   */
  partitionKey?: string
  /**
   * Puts the records into a specific partition, such as that of related earlier records; overrides the key. Ignored by
   * single-partition logs.
   */
  partition?: number
  /**
   * The caller will not use the values again, not even to retry. Large values may then be moved to the log without a
   * copy, which leaves them empty for the caller. Default: false, the values stay intact.
   */
  handOver?: boolean
}

export type EventLogErrorReason =
  'full' | 'overloaded' | 'unavailable' | 'too-large' | 'out-of-order' | 'reassigned' | 'corrupt'

/** Any failure of an event log. `full`, `overloaded` and `unavailable` are worth retrying. */
export class EventLogError extends Error {
  override readonly name = 'EventLogError'
  readonly reason: EventLogErrorReason

  constructor(reason: EventLogErrorReason, message: string, options: { cause?: unknown } = {}) {
    super(message, options)
    this.reason = reason
  }
}
