import type { RangeRequest } from '../event-log.js'
import { BatchWindow, type RecordSize } from './batch-window.js'

/** One piece of a range; it includes everything before `end`. */
export interface RangePiece {
  end: number
  /** Start of the next piece; undefined if the range is complete. */
  next: number | undefined
}

/**
 * Cuts the first piece of a range.
 * @param sizes Sizes of the records from the start of the range, in offset order.
 */
export function cutPiece(request: RangeRequest, sizes: Iterable<RecordSize>): RangePiece {
  const { from, to = Number.POSITIVE_INFINITY, recordsMax, bytesMax } = request
  const window = new BatchWindow(from, { rowsMax: recordsMax, bytesMax, waitMs: 0 })
  for (const size of sizes) {
    if (size.offset >= to) break
    // The window closes with the record that fills it, or before one that does not fit.
    if (window.isClosed) return { end: window.end, next: window.end }
    window.offer({ ...size, rows: 1 })
    if (window.end <= size.offset) return { end: window.end, next: window.end }
  }
  return { end: window.end, next: undefined }
}
