import { policy } from './policy.js'
import type { MinuteReading, RivalReading, ServiceReadings, WatchedDeployment, WatchReadings } from './readings.js'

const minuteMs = 60_000

/** A change near the deployment, and why it is out of the question; null when it may be to blame. */
export interface JudgedRival extends RivalReading {
  whyNot: string | null
}

/**
 * Which of the changes nearby could have caused what is seen as well.
 * @param onsetAt First minute of the first rise; null when nothing rose.
 */
export function judgeRivals(
  { rivals, callees, services }: WatchReadings,
  { deployedAt }: WatchedDeployment,
  onsetAt: number | null,
): JudgedRival[] {
  const near = rivals.filter(({ at }) => at >= deployedAt - policy.rivalMinutesBefore * minuteMs)
  const involved = new Set([...callees, ...services.map(({ service }) => service)])
  return near.map((rival) => ({ ...rival, whyNot: explainAway(rival, { involved, onsetAt }) }))
}

function explainAway(
  { at, service }: RivalReading,
  { involved, onsetAt }: { involved: ReadonlySet<string>; onsetAt: number | null },
): string | null {
  if (service !== null && !involved.has(service)) return 'It touches a service that is not part of these requests'
  // The minute of the onset as a whole: a change within it may have caused it.
  if (onsetAt !== null && at >= onsetAt + minuteMs) return 'It came after the rise began'
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
