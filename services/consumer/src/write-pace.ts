import type { LogBatch } from '@signalbox/event-log'

/** After a small batch, the next one is read once this many times its write's duration has passed. */
const pauseTimes = 3
const pauseMsMax = 1_000
/** A batch with less than this has nothing behind it. */
const small = { rows: 1_000, bytes: 1_000_000 }

/**
 * Lets a topic's batches grow while the store is slow, so that it spends a quarter of the time on them at most: an insert
 * costs nearly the same for one row and for a thousand.
 */
export interface WritePace {
  /** Notes how long a batch took to be stored, in milliseconds. */
  stored(batch: Pick<LogBatch, 'records'>, ms: number): void
  /** Milliseconds until the next batch may be read. */
  pauseMs(): number
}

/** @param now Milliseconds of a clock that never jumps. */
export function createWritePace(now: () => number): WritePace {
  let notBefore = 0
  return {
    stored: (batch, ms) => {
      notBefore = isSmall(batch) ? now() + Math.min(pauseMsMax, pauseTimes * ms) : 0
    },
    pauseMs: () => Math.max(0, notBefore - now()),
  }
}

function isSmall({ records }: Pick<LogBatch, 'records'>): boolean {
  let [rows, bytes] = [0, 0]
  for (const record of records) {
    rows += record.rows
    bytes += record.value.length
  }
  return rows < small.rows && bytes < small.bytes
}
