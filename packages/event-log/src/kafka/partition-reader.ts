import type { Topic } from '@signalbox/contracts'
import { EventLogError, type BatchLimits, type LogBatch, type LogRecord } from '../event-log.js'
import { BatchWindow } from '../single-partition/batch-window.js'
import type { PartitionPosition } from './group-offsets.js'
import { recordBytes, type FetchedRecords } from './message-codec.js'
import { writePlan } from './plan-metadata.js'

export interface PartitionReaderOptions {
  topic: Topic
  partition: number
  position: PartitionPosition
  /** Oldest available offset; records between the position and it were deleted by retention. */
  oldest: number
  limits: BatchLimits
  /** Durably commits the group's offset and metadata. */
  commit: (offset: number, metadata: string) => Promise<void>
}

interface BufferedRecord {
  record: LogRecord
  bytes: number
  arrivedAt: number
}

/**
 * A partition while it is assigned to this consumer: buffers fetched records, cuts batches and keeps plans and commits
 * in order.
 */
export class PartitionReader {
  readonly #options: PartitionReaderOptions
  #buffer: BufferedRecord[] = []
  #bufferedBytes = 0
  /** Start of the next batch; runs ahead of the commits. */
  #next: number
  /** Next offset to fetch; everything before it has been pushed. */
  #fetchOffset: number
  /** End of the plan that was open at the assignment; cleared after the first batch. */
  #repeatUntil: number | undefined
  #committed: number
  #planned: number | undefined
  /** Serializes plans and commits. */
  #turn: Promise<unknown> = Promise.resolve()
  #isRevoked = false

  constructor(options: PartitionReaderOptions) {
    this.#options = options
    this.#next = options.position.offset
    this.#fetchOffset = Math.max(options.position.offset, options.oldest)
    this.#committed = options.position.offset
    this.#repeatUntil = options.position.planEnd
  }

  get bufferedBytes(): number {
    return this.#bufferedBytes
  }

  /** Next offset to fetch. */
  get fetchOffset(): number {
    return this.#fetchOffset
  }

  /** True between a plan and its commit: the store may be receiving rows of the partition. */
  get isStoring(): boolean {
    return this.#planned !== undefined && !this.#isRevoked
  }

  /**
   * Buffers fetched records that follow the ones pushed before and skips those already seen: if a partition's leader
   * moves, the client delivers fetches from both the old and the new leader.
   * @param now Milliseconds of a monotonic clock.
   * @returns false if the fetch starts beyond `fetchOffset`, as in one for an earlier assignment. Nothing is buffered
   * then, because the records in between would be lost.
   */
  push({ from, records }: FetchedRecords, now: number): boolean {
    if (from > this.#fetchOffset) return false
    for (const record of records) {
      if (record.offset < this.#fetchOffset) continue
      this.#fetchOffset = record.offset + 1
      const bytes = recordBytes(record)
      this.#buffer.push({ record, bytes, arrivedAt: now })
      this.#bufferedBytes += bytes
    }
    return true
  }

  /** Skips records that were deleted before they were fetched. @returns the number of skipped offsets. */
  skipDeleted(oldest: number): number {
    const skipped = Math.max(0, oldest - this.#fetchOffset)
    this.#fetchOffset += skipped
    return skipped
  }

  /**
   * Cuts the next batch.
   * @returns the batch, or the time (on the clock of `now`) at which the buffered records are due, or undefined if
   * there are none.
   */
  take(now: number): LogBatch | number | undefined {
    if (this.#repeatUntil !== undefined) return this.#takeRepeated(this.#repeatUntil)
    const window = new BatchWindow(this.#next, this.#options.limits)
    let count = 0
    for (const { record, bytes, arrivedAt } of this.#buffer) {
      window.offer({ offset: record.offset, rows: record.rows, bytes, appendedAt: arrivedAt })
      if (window.end > record.offset) count += 1
      if (window.isClosed) break
    }
    if (window.firstAppendedAt === undefined) return undefined
    const dueAt = window.firstAppendedAt + this.#options.limits.waitMs
    return window.isClosed || dueAt <= now ? this.#cut(count, window.end, false) : dueAt
  }

  /** @throws EventLogError `out-of-order`, `reassigned`, `unavailable`. */
  plan(batch: LogBatch): Promise<void> {
    return this.#inTurn(async () => {
      const isNext = batch.start === this.#committed && (this.#planned === undefined || this.#planned === batch.end)
      if (!isNext) throw outOfOrder(batch)
      if (this.#planned === batch.end) return
      this.#planned = batch.end
      await this.#options.commit(this.#committed, writePlan(batch.end)).catch((error: unknown) => {
        this.#planned = undefined
        throw error
      })
      // The group may have rebalanced while the commit was in flight; the partition's new owner repeats the plan.
      this.#assertAssigned()
    })
  }

  /** @throws EventLogError like `plan`. */
  commit(batch: LogBatch): Promise<void> {
    return this.#inTurn(async () => {
      if (batch.start !== this.#committed || this.#planned !== batch.end) throw outOfOrder(batch)
      await this.#options.commit(batch.end, '')
      this.#committed = batch.end
      this.#planned = undefined
    })
  }

  /** The partition was taken away: nothing in flight may count any more. */
  revoke(): void {
    this.#isRevoked = true
    this.#buffer = []
    this.#bufferedBytes = 0
  }

  /**
   * The planned range is complete at the plan's end or, if its last records were deleted, at the first record beyond
   * it.
   */
  #takeRepeated(until: number): LogBatch | undefined {
    const beyond = this.#buffer.findIndex(({ record }) => record.offset >= until)
    const last = this.#buffer.at(-1)
    const isComplete = beyond !== -1 || last?.record.offset === until - 1
    return isComplete ? this.#cut(beyond === -1 ? this.#buffer.length : beyond, until, true) : undefined
  }

  #cut(count: number, end: number, repeated: boolean): LogBatch {
    const taken = this.#buffer.splice(0, count)
    for (const { bytes } of taken) this.#bufferedBytes -= bytes
    const { topic, partition } = this.#options
    const batch = { topic, partition, start: this.#next, end, records: taken.map(({ record }) => record), repeated }
    this.#next = end
    this.#repeatUntil = undefined
    return batch
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.#turn.then(() => {
      this.#assertAssigned()
      return work()
    })
    this.#turn = done.catch(() => undefined)
    return done
  }

  #assertAssigned(): void {
    if (this.#isRevoked) throw reassigned(this.#options)
  }
}

function outOfOrder({ topic, partition, start, end }: LogBatch): EventLogError {
  return new EventLogError('out-of-order', `[${start}, ${end}) is not the next range of ${topic} ${partition}`)
}

/** @returns the error for plans and commits of a partition that may belong to another consumer by now. */
export function reassigned({ topic, partition }: { topic: Topic; partition: number }): EventLogError {
  return new EventLogError('reassigned', `partition ${partition} of ${topic} was reassigned to another consumer`)
}
