import type { Neighbours } from '../scene/neighbours.js'

/** More steps than chains of calls have; what walks in a circle stops there. */
const stepsMax = 8
/** How much of the pull of what it calls a service has itself: those who are called fail their callers, not the reverse. */
const stay = 0.5
/** A service that shows nothing holds nobody, but has a place to stop at. */
const showsMin = 0.1

/**
 * Where somebody ends who starts at the alerting service and goes on to what it calls, each time the likelier the more
 * it shows: as a caller shows what it suffers from what it calls (a random walk over the calls as in L. Wu et al.,
 * MicroRCA, NOMS 2020, downwards only).
 * @param shows Weight of the departures of each service that may be walked to.
 * @returns probabilities by service; those that are not reached are missing.
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
