import { minuteMs } from '@signalbox/contracts'
import { policy } from './policy.js'
import type { Comparison } from './compare-service.js'
import type { WatchReadings } from './readings.js'

/** Many errors of previously unknown kinds in one deployed service. */
export interface Flood {
  service: string
  kinds: number
  events: number
  /** Start of the minute of the first occurrence, Unix milliseconds. */
  startedAt: number
}

/**
 * Finds the largest flood of new errors. Kinds of error never seen before come with new code; many at once are no
 * coincidence.
 * @param readings with only those new errors that are worth considering.
 */
export function findFlood({ services, newErrors }: Pick<WatchReadings, 'services' | 'newErrors'>): Flood | null {
  const deployed = services.filter(({ role }) => role === 'deployed')
  const floods = deployed.flatMap(({ service }): Flood[] => {
    const own = newErrors.filter((error) => error.service === service)
    const events = own.reduce((sum, { count }) => sum + count, 0)
    if (own.length < policy.floodKindsMin || events < policy.floodEventsMin) return []
    const first = Math.min(...own.map(({ firstSeenAt }) => firstSeenAt))
    return [{ service, kinds: own.length, events, startedAt: Math.floor(first / minuteMs) * minuteMs }]
  })
  return floods.reduce<Flood | null>((most, one) => (most && most.events >= one.events ? most : one), null)
}

/** True if a rise has more bad events than a restart alone causes. */
export function isMassive({ service, measure }: Comparison, { services }: WatchReadings): boolean {
  const after = services.find((one) => one.service === service)?.after ?? []
  const count = after.reduce((sum, { failed, errorEvents }) => {
    return sum + (measure === 'failed_requests' ? failed : measure === 'error_events' ? errorEvents : 0)
  }, 0)
  return count >= policy.floodEventsMin
}

/** True if so little time has passed that the effects of a restart may not be over. */
export function isEarly({ services }: WatchReadings): boolean {
  return Math.max(0, ...services.map(({ after }) => after.length)) <= policy.earlyMinutes
}
