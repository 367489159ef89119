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
  /** Offset of the oldest record that is left; those between the position and it were deleted by retention. */
  oldest: number
  limits: BatchLimits
  /** Makes offset and metadata of the group durable. */
  commit: (offset: number, metadata: string) => Promise<void>
}

interface BufferedRecord {
  record: LogRecord
  bytes: number
  arrivedAt: number
}

/**
 * One partition for as long as it is assigned to this consumer: holds what was fetched, cuts batches from it and keeps
 * plans and commits in order.
 */
export class PartitionReader {
  readonly #options: PartitionReaderOptions
  #buffer: BufferedRecord[] = []
  #bufferedBytes = 0
  /** Where the next batch begins; runs ahead of the commits. */
  #next: number
  /** Everything before it was handed in. */
  #fetchOffset: number
  /** End of the plan found at the assignment; gone after the first batch. */
  #repeatUntil: number | undefined
  #committed: number
  #planned: number | undefined
  /** Plans and commits follow one another. */
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

  /** Where fetching has to go on. */
  get fetchOffset(): number {
    return this.#fetchOffset
  }

  /** True between a plan and its commit: rows of the partition may be on their way to the store. */
  get isStoring(): boolean {
    return this.#planned !== undefined && !this.#isRevoked
  }

  /**
   * Keeps fetched records that follow on what was handed in before, and passes over what was seen already: when the
   * leader of a partition moves, the client hands out what it fetched from both the old and the new one.
   * @param now Milliseconds of a clock that only goes forward.
   * @returns false when they were asked for beyond `fetchOffset`, as for a division of the partitions that is over:
   *   nothing is kept then, because what lies between would be missing forever.
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

  /** To be told when records were deleted before they were fetched. @returns how many offsets are passed over. */
  skipDeleted(oldest: number): number {
    const skipped = Math.max(0, oldest - this.#fetchOffset)
    this.#fetchOffset += skipped
    return skipped
  }

  /**
   * Cuts the next batch.
   * @returns the batch; otherwise the time (as `now`) at which what is there is due, undefined for none.
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
      // The group may have divided the partitions while the answer was on its way; whoever has this one repeats the plan.
      this.#assertAssigned()
    })
  }

  /** @throws EventLogError as `plan`. */
  commit(batch: LogBatch): Promise<void> {
    return this.#inTurn(async () => {
      if (batch.start !== this.#committed || this.#planned !== batch.end) throw outOfOrder(batch)
      await this.#options.commit(batch.end, '')
      this.#committed = batch.end
      this.#planned = undefined
    })
  }

  /** The partition is not ours any more: nothing that is under way may count. */
  revoke(): void {
    this.#isRevoked = true
    this.#buffer = []
    this.#bufferedBytes = 0
  }

  /** The planned range ends at the plan or, where records of it were deleted, with the first record beyond it. */
  #takeRepeated(until: number): LogBatch | undefined {
    const beyond = this.#buffer.findIndex(({ record }) => record.offset >= until)
    const last = this.#buffer.at(-1)
    const isWhole = beyond !== -1 || last?.record.offset === until - 1
    return isWhole ? this.#cut(beyond === -1 ? this.#buffer.length : beyond, until, true) : undefined
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

/** @returns what plans and commits of a partition are refused with that another consumer may have by now. */
export function reassigned({ topic, partition }: { topic: Topic; partition: number }): EventLogError {
  return new EventLogError('reassigned', `partition ${partition} of ${topic} was reassigned to another consumer`)
}
