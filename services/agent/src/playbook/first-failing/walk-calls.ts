import type { Neighbours } from '../scene/neighbours.js'

/** Longer than any call chain; ends walks in cycles. */
const stepsMax = 8
/** A service's own pull relative to that of its callees: callees make their callers fail, not the reverse. */
const stay = 0.5
/** Minimum pull, so that a walk can also stop at a service without symptoms. */
const showsMin = 0.1

/**
 * Probability distribution over the services where a walk ends that starts at the alerting service and follows its
 * calls, with a preference for stronger symptoms: callers show what they suffer from their callees (a random walk over
 * calls as in L. Wu et al., MicroRCA, NOMS 2020, downwards only).
 * @param shows Total weight of the departures of each service that may be visited.
 * @returns Probabilities by service; unreachable services are missing.
 */
export function walkCalls(
  { callees }: Pick<Neighbours, 'callees'>,
  { from, shows }: { from: string; shows: ReadonlyMap<string, number> },
): Map<string, number> {
  const ends = new Map<string, number>()
  const add = (map: Map<string, number>, service: string, share: number) =>
    map.set(service, (map.get(service) ?? 0) + share)
  let walking = new Map([[from, 1]])
  for (let step = 0; step < stepsMax; step++) {
    const next = new Map<string, number>()
    for (const [service, share] of walking) {
      const called = callees(service).filter((name) => name !== service && shows.has(name))
      const own = stay * Math.max(showsMin, shows.get(service) ?? 0)
      const total = called.reduce((sum, name) => sum + (shows.get(name) ?? 0), own)
      add(ends, service, (share * own) / total)
      for (const name of called) add(next, name, (share * (shows.get(name) ?? 0)) / total)
    }
    walking = next
  }
  for (const [service, share] of walking) add(ends, service, share)
  return ends
}
