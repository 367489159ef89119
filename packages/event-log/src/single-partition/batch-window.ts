import type { BatchLimits } from '../event-log.js'

/** What closing a batch needs to know of a stored record. */
export interface RecordSize {
  offset: number
  rows: number
  /** Bytes of value and headers. */
  bytes: number
  /** When it was appended, in milliseconds of the log's clock. */
  appendedAt: number
}

/**
 * The part of a topic that becomes the next batch, growing record by record. It stays within the limits, except that
 * its first record is taken whatever its size.
 */
export class BatchWindow {
  /** Exclusive end of what was taken; the next record to offer is the first at or after it. */
  end: number
  /** When the oldest record of the window was appended; undefined while it is empty. */
  firstAppendedAt: number | undefined
  /** True once no further record is taken. */
  isClosed = false
  readonly #limits: BatchLimits
  #rows = 0
  #bytes = 0

  constructor(start: number, limits: BatchLimits) {
    this.end = start
    this.#limits = limits
  }

  /** Offers the next record; closes the window when it does not fit or fills the window exactly. */
  offer(record: RecordSize): void {
    const rows = this.#rows + record.rows
    const bytes = this.#bytes + record.bytes
    const isFirst = this.firstAppendedAt === undefined
    if (!isFirst && (rows > this.#limits.rowsMax || bytes > this.#limits.bytesMax)) {
      this.isClosed = true
      return
    }
    this.#rows = rows
    this.#bytes = bytes
    this.end = record.offset + 1
    this.firstAppendedAt ??= record.appendedAt
    this.isClosed = rows >= this.#limits.rowsMax || bytes >= this.#limits.bytesMax
  }
}
