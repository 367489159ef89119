import type { BatchLimits } from '../event-log.js'

/** The metadata of a stored record that is needed to close a batch. */
export interface RecordSize {
  offset: number
  rows: number
  /** Bytes of value and headers. */
  bytes: number
  /** Append time, in milliseconds of the log's clock. */
  appendedAt: number
}

/**
 * The part of a topic that becomes the next batch; grows record by record. It stays within the limits, except that the
 * first record is always included, whatever its size.
 */
export class BatchWindow {
  /** Exclusive end of the window; the next record to offer is the first one at or after it. */
  end: number
  /** Append time of the window's oldest record; undefined while it is empty. */
  firstAppendedAt: number | undefined
  /** True once the window accepts no more records. */
  isClosed = false
  readonly #limits: BatchLimits
  #rows = 0
  #bytes = 0

  constructor(start: number, limits: BatchLimits) {
    this.end = start
    this.#limits = limits
  }

  /** Offers the next record. Closes the window if the record does not fit or fills it exactly. */
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
