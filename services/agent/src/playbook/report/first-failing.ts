import type { Neighbours } from '../scene/neighbours.js'
import type { Scene } from '../scene/scene.js'

/** A dependency must have suffered so much earlier: series have a point a minute. */
const earlierMsMin = 2 * 60_000

/** The alerting service, unless something that it calls began to suffer before it. Null when nothing suffers. */
export function findFirstFailing({
  alerting,
  signals,
  infrastructure,
  neighbours,
}: Scene & { neighbours: Neighbours }): string | null {
  if (alerting === null) return null
  const beganAt = (service: string) => signals.find((signal) => signal.bad && signal.service === service)?.at
  const own = beganAt(alerting)
  if (own === undefined) return alerting
  const reached = new Set([alerting])
  for (const service of reached) for (const callee of neighbours.callees(service)) reached.add(callee)
  const earlier = [...reached]
    .filter((service) => service !== alerting && !infrastructure.has(service))
    .map((service) => ({ service, at: beganAt(service) ?? Infinity }))
    .filter(({ at }) => at <= own - earlierMsMin)
    .sort((a, b) => a.at - b.at)
  return earlier[0]?.service ?? alerting
}
