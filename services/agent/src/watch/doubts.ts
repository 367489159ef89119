import { minuteMs } from '@signalbox/contracts'
import type { Flood } from './floods.js'
import { policy } from './policy.js'
import type { MinuteReading, RivalReading, ServiceReadings, WatchedDeployment, WatchReadings } from './readings.js'

/** A change close to the deployment. */
export interface JudgedRival extends RivalReading {
  /** Why it is ruled out; null if it may be the cause. */
  whyNot: string | null
}

/**
 * Judges which of the changes close to the deployment could also have caused the findings.
 * @param onsetAt First minute of the first rise; null if nothing rose.
 * @param flood New errors that the deployment brought; null if there were few or none.
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
  // The onset is a complete minute: a change within it may be the cause.
  if (at >= onsetAt + minuteMs) return 'It took effect after the rise began.'
  const quietMs = policy.rivalQuietMinutes * minuteMs
  if (onsetAt - at >= quietMs && deployedAt - at >= quietMs && onsetAt < deployedAt + 2 * minuteMs)
    return 'Nothing rose until the deployment went live.'
  // Problems elsewhere cause few new kinds of error in code that didn't change.
  if (flood !== null && service !== flood.service && kind !== 'status')
    return 'It did not change the service in which the new errors appeared.'
  return null
}

/** Services that receive far more requests than before, along with their callers: the load may be what hurts them. */
export function findSurges({ services }: WatchReadings): string[] {
  const callers = services.filter(({ role }) => role === 'caller')
  const callersGrew = callers.length === 0 || callers.some((caller) => growth(caller) >= policy.callersSurgeRatio)
  return services
    .filter((service) => growth(service) >= policy.surgeRatio && (service.role === 'caller' || callersGrew))
    .map(({ service }) => service)
}

/** Requests per minute after the deployment, relative to the busier of the time before and the previous day. */
function growth({ before, after, dayBefore }: ServiceReadings): number {
  const usual = Math.max(requestsByMinute(before), requestsByMinute(dayBefore))
  return usual === 0 ? 1 : requestsByMinute(after) / usual
}

export function requestsByMinute(minutes: readonly MinuteReading[]): number {
  return minutes.length === 0 ? 0 : minutes.reduce((sum, { requests }) => sum + requests, 0) / minutes.length
}
