import { dayMs, limits, parseTimestamp } from '@signalbox/contracts'
import type { Clock } from '@signalbox/service-kit'
import type { ItemFault } from './batch-kind.js'

/** Checks that an item is neither older than its retention nor too far in the future. */
export function createTimeCheck(field: string, retentionDays: number, clock: Clock) {
  return (timestamp: string): ItemFault | undefined => {
    const at = parseTimestamp(timestamp) ?? NaN
    const now = clock()
    if (at < now - retentionDays * dayMs) {
      return { error: `${field} must not be older than ${retentionDays} days`, reason: 'timestamp_too_old' }
    }
    if (at > now + limits.time.aheadMsMax) {
      const minutes = limits.time.aheadMsMax / 60_000
      return { error: `${field} must not be more than ${minutes} minutes in the future`, reason: 'timestamp_in_future' }
    }
    return undefined
  }
}
