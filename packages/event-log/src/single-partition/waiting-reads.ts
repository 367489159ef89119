import type { BatchLimits } from '../event-log.js'
import { BatchWindow, type RecordSize } from './batch-window.js'

/** A read that is answered when its batch is closed. */
export interface ReadRequest {
  /** Offset to read from. */
  from: number
  /** Exclusive end of a planned range: read exactly so far, at once. */
  until: number | undefined
  limits: BatchLimits
  /** Time of the request, in milliseconds of the log's clock. */
  now: number
}

/** Called at most once per read, with the exclusive end of its batch. */
export interface ReadOutcome {
  close(end: number): void
  fail(error: unknown): void
}

/** Sizes of the records at or after an offset, in order of offset. The caller may stop early. */
export type SizesFrom = (offset: number) => Iterable<RecordSize>

interface WaitingRead {
  request: ReadRequest
  outcome: ReadOutcome
  window: BatchWindow
  timer: NodeJS.Timeout | undefined
}

/** The reads of one topic that wait for records or for more of them. Nothing polls: appends wake them. */
export class WaitingReads {
  readonly #sizesFrom: SizesFrom
  readonly #reads = new Map<number, WaitingRead>()

  constructor(sizesFrom: SizesFrom) {
    this.#sizesFrom = sizesFrom
  }

  /** Adds a read; its outcome may be called before this returns. `id` is unique among the waiting ones. */
  add(id: number, request: ReadRequest, outcome: ReadOutcome): void {
    if (request.until !== undefined) {
      outcome.close(request.until)
      return
    }
    const window = new BatchWindow(request.from, request.limits)
    this.#reads.set(id, { request, outcome, window, timer: undefined })
    this.#advance(id)
  }

  /** To be called when records were appended. */
  wake(): void {
    for (const id of [...this.#reads.keys()]) {
      this.#advance(id)
    }
  }

  /** Forgets a read without an outcome; nothing happens when it is not waiting. */
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

/** Undefined while there is no record. Counted from the append of the first record, so a late reader does not wait twice. */
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
