import type { BatchLimits } from '../event-log.js'
import { BatchWindow, type RecordSize } from './batch-window.js'

/** A read that completes when its batch closes. */
export interface ReadRequest {
  /** First offset to read. */
  from: number
  /** Exclusive end of a planned range: read exactly up to here, without waiting. */
  until: number | undefined
  limits: BatchLimits
  /** Time of the request, in milliseconds of the log's clock. */
  now: number
}

/** At most one of the methods is called, once; `end` is the exclusive end of the batch. */
export interface ReadOutcome {
  close(end: number): void
  fail(error: unknown): void
}

/** Sizes of the records at or after an offset, in offset order. The caller may stop early. */
export type SizesFrom = (offset: number) => Iterable<RecordSize>

interface WaitingRead {
  request: ReadRequest
  outcome: ReadOutcome
  window: BatchWindow
  timer: NodeJS.Timeout | undefined
}

/** Reads of one topic that wait for records. Appends wake them; nothing polls. */
export class WaitingReads {
  readonly #sizesFrom: SizesFrom
  readonly #reads = new Map<number, WaitingRead>()

  constructor(sizesFrom: SizesFrom) {
    this.#sizesFrom = sizesFrom
  }

  /** Adds a read; `outcome` may be called before this returns. `id` is unique among the waiting reads. */
  add(id: number, request: ReadRequest, outcome: ReadOutcome): void {
    if (request.until !== undefined) {
      outcome.close(request.until)
      return
    }
    const window = new BatchWindow(request.from, request.limits)
    this.#reads.set(id, { request, outcome, window, timer: undefined })
    this.#advance(id)
  }

  /** Call after records were appended. */
  wake(): void {
    for (const id of [...this.#reads.keys()]) {
      this.#advance(id)
    }
  }

  /** Removes a read without an outcome; no effect if it is not waiting. */
  cancel(id: number): void {
    clearTimeout(this.#reads.get(id)?.timer)
    this.#reads.delete(id)
  }

  cancelAll(): void {
    for (const id of [...this.#reads.keys()]) {
      this.cancel(id)
    }
  }

  #advance(id: number): void {
    const read = this.#reads.get(id)
    if (read === undefined) {
      return
    }
    try {
      this.#grow(read.window)
    } catch (error) {
      this.cancel(id)
      read.outcome.fail(error)
      return
    }
    const waitMs = remainingWaitMs(read)
    if (waitMs === 0) {
      this.#close(id, read)
    } else if (waitMs !== undefined) {
      read.timer ??= setTimeout(() => {
        this.#close(id, read)
      }, waitMs)
    }
  }

  #grow(window: BatchWindow): void {
    for (const size of this.#sizesFrom(window.end)) {
      window.offer(size)
      if (window.isClosed) {
        return
      }
    }
  }

  #close(id: number, read: WaitingRead): void {
    this.cancel(id)
    read.outcome.close(read.window.end)
  }
}

/**
 * Returns undefined while there is no record. Measured from the append of the first record, so that a late reader does
 * not wait the full time again.
 */
function remainingWaitMs({ window, request }: WaitingRead): number | undefined {
  if (window.isClosed) {
    return 0
  }
  if (window.firstAppendedAt === undefined) {
    return undefined
  }
  const waitedMs = Math.max(0, request.now - window.firstAppendedAt)
  return Math.max(0, request.limits.waitMs - waitedMs)
}
