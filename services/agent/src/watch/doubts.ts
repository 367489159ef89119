import { minuteMs } from '@signalbox/contracts'
import type { Flood } from './floods.js'
import { policy } from './policy.js'
import type { MinuteReading, RivalReading, ServiceReadings, WatchedDeployment, WatchReadings } from './readings.js'

/** A change near the deployment. */
export interface JudgedRival extends RivalReading {
  /** Why it is out of the question; null when it may be to blame. */
  whyNot: string | null
}

/**
 * Which of the changes nearby could have caused what is seen as well.
 * @param onsetAt First minute of the first rise; null when nothing rose.
 * @param flood New errors that the deployment brought; null when it brought few or none.
 */
export function judgeRivals(
  { rivals, callees, services }: WatchReadings,
  { deployedAt }: WatchedDeployment,
  { onsetAt, flood }: { onsetAt: number | null; flood: Flood | null },
): JudgedRival[] {
  const near = rivals.filter(({ at }) => at >= deployedAt - policy.rivalMinutesBefore * minuteMs)
  const involved = new Set([...callees, ...services.map(({ service }) => service)])
  return near.map((rival) => ({ ...rival, whyNot: explainAway(rival, { involved, onsetAt, deployedAt, flood }) }))
}

interface Circumstances {
  involved: ReadonlySet<string>
  onsetAt: number | null
  deployedAt: number
  flood: Flood | null
}

function explainAway(rival: RivalReading, { involved, onsetAt, deployedAt, flood }: Circumstances): string | null {
  const { at, service, kind } = rival
  if (service !== null && !involved.has(service)) return 'It changed a service that these requests do not use.'
  if (onsetAt === null) return null
  // The minute of the onset as a whole: a change within it may have caused it.
  if (at >= onsetAt + minuteMs) return 'It took effect after the rise began.'
  const quietMs = policy.rivalQuietMinutes * minuteMs
  if (onsetAt - at >= quietMs && deployedAt - at >= quietMs && onsetAt < deployedAt + 2 * minuteMs)
    return 'Nothing rose until the deployment went live.'
  // Troubles elsewhere break few things at once in code that did not change.
  if (flood !== null && service !== flood.service && kind !== 'status')
    return 'It did not change the service in which the new errors appeared.'
  return null
}

/** Services that were asked far more than before, with their callers: the load may be what they suffer from. */
export function findSurges({ services }: WatchReadings): string[] {
  const callers = services.filter(({ role }) => role === 'caller')
  const callersGrew = callers.length === 0 || callers.some((caller) => growth(caller) >= policy.callersSurgeRatio)
  return services
    .filter((service) => growth(service) >= policy.surgeRatio && (service.role === 'caller' || callersGrew))
    .map(({ service }) => service)
}

/** Requests by minute after the deployment in relation to before, or to the day before when that is less. */
function growth({ before, after, dayBefore }: ServiceReadings): number {
  const usual = Math.max(requestsByMinute(before), requestsByMinute(dayBefore))
  return usual === 0 ? 1 : requestsByMinute(after) / usual
}

export function requestsByMinute(minutes: readonly MinuteReading[]): number {
  return minutes.length === 0 ? 0 : minutes.reduce((sum, { requests }) => sum + requests, 0) / minutes.length
}
