import type { Filter } from './filter.js'
import type { TimeWindow } from './time-window.js'

const bucketsMs = { toStartOfMinute: 60_000, toStartOfHour: 3_600_000 } as const

/** A window in two parts that share no bucket. */
export interface SplitWindow {
  /** The whole minutes or hours, by the expression that projections are grouped by. */
  whole: Filter
  /** The rest: before the first whole bucket and after the last. Rows outside of the window pass too. */
  broken: Filter
}

/** Splits a window so that the whole minutes or hours of it can be read from a projection, and the rest from the rows. */
export function splitWindow(
  column: string,
  bucket: keyof typeof bucketsMs,
  window: Pick<TimeWindow, 'startMs' | 'untilMs'>,
): SplitWindow {
  const bucketMs = bucketsMs[bucket]
  const firstMs = Math.ceil(window.startMs / bucketMs) * bucketMs
  const lastMs = Math.max(Math.floor(window.untilMs / bucketMs) * bucketMs, firstMs)
  return {
    whole: {
      sql:
        `${bucket}(${column}) >= toDateTime({firstBucket:UInt32}, 'UTC') AND ` +
        `${bucket}(${column}) < toDateTime({lastBucket:UInt32}, 'UTC')`,
      parameters: { firstBucket: firstMs / 1000, lastBucket: lastMs / 1000 },
    },
    broken: {
      sql:
        `toStartOfHour(${column}) >= toDateTime({startHour:UInt32}, 'UTC') AND ` +
        `((toStartOfHour(${column}) <= toDateTime({firstHour:UInt32}, 'UTC') AND ${bucket}(${column}) < toDateTime({firstBucket:UInt32}, 'UTC')) OR ` +
        `(toStartOfHour(${column}) >= toDateTime({lastHour:UInt32}, 'UTC') AND ${bucket}(${column}) >= toDateTime({lastBucket:UInt32}, 'UTC')))`,
      parameters: {
        firstBucket: firstMs / 1000,
        lastBucket: lastMs / 1000,
        startHour: hourOf(window.startMs),
        firstHour: hourOf(firstMs),
        lastHour: hourOf(lastMs),
      },
    },
  }
}

/** The hour of a moment in Unix seconds: tables are ordered by it, so a condition on it says where to read. */
function hourOf(ms: number): number {
  return Math.floor(ms / bucketsMs.toStartOfHour) * (bucketsMs.toStartOfHour / 1000)
}
