import type { LogBatch } from '@signalbox/event-log'
import { pauseUnlessAborted } from './backoff.js'

/** After a small batch, the next one is read once this many times its write's duration has passed. */
const pauseTimes = 3
const pauseMsMax = 1_000
/** A batch with less than this has nothing behind it. */
const smallMax = { rows: 1_000, bytes: 4_000_000 }

/**
 * Lets a topic's batches grow while the store is slow, so that it spends a quarter of the time on them at most: an insert
 * costs nearly the same for one row and for a thousand. Nothing is read while a small batch is processed and stored.
 */
export interface WritePace {
  /** Resolves when the next batch may be read, or when the signal is aborted in a pause. */
  turn(signal: AbortSignal): Promise<void>
  /** Call when a batch has been read. */
  read(batch: Pick<LogBatch, 'records'>): void
  /** Call when the next batch in read order has been stored, or given up; `ms` is how many milliseconds that took. */
  stored(ms: number): void
}

/** Never pauses. */
export const noWritePace: WritePace = { turn: () => Promise.resolve(), read: () => undefined, stored: () => undefined }

/** @param now Milliseconds of a clock that never jumps. */
export function createWritePace(now: () => number): WritePace {
  let notBefore = 0
  let unstored = 0
  let allStored: Promise<void> | undefined
  let release = () => {}
  return {
    turn: async (signal) => {
      await allStored
      await pauseUnlessAborted(notBefore - now(), signal)
    },
    read: (batch) => {
      unstored += 1
      if (!isSmall(batch)) return
      allStored = new Promise((resolve) => {
        release = resolve
      })
    },
    stored: (ms) => {
      unstored -= 1
      // A small batch is the last one that has been read.
      if (unstored > 0 || allStored === undefined) return
      notBefore = now() + Math.min(pauseMsMax, pauseTimes * ms)
      allStored = undefined
      release()
    },
  }
}

function isSmall({ records }: Pick<LogBatch, 'records'>): boolean {
  let [rows, bytes] = [0, 0]
  for (const record of records) {
    rows += record.rows
    bytes += record.value.length
  }
  return rows < smallMax.rows && bytes < smallMax.bytes
}
