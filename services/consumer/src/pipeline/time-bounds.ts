import { dayMs, limits, type OutcomeReason } from '@signalbox/contracts'

export interface TimeBounds {
  /** Unix milliseconds. */
  receivedAt: number
  retentionDays: number
}

/**
 * Rows outside the bounds would each create a partition, so they are dropped.
 * @param timeMs Unix milliseconds.
 * @returns undefined for a time within the bounds.
 */
export function findTimeFault(timeMs: number, bounds: TimeBounds): OutcomeReason | undefined {
  if (timeMs < bounds.receivedAt - bounds.retentionDays * dayMs) {
    return 'timestamp_too_old'
  }
  return timeMs > bounds.receivedAt + limits.time.aheadMsMax ? 'timestamp_in_future' : undefined
}
