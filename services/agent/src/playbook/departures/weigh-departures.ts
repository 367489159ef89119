import type { Departure } from './departure.js'
import { isFeltMetric } from './metric-names.js'

/** A departure with what it counts for: how far it is, of what kind, how near to the alert, and how sudden. */
export interface Weighed extends Departure {
  weight: number
  /** Whether someone is hurt by it: failures, slowness, complaints. State that changes (load, threads, hosts) is not felt. */
  isFelt: boolean
}

/** By the steps from the alerting service along calls and mentions; farther, and not connected at all. */
const nearness = [1, 0.85, 0.7]
const farther = 0.6
const unconnected = 0.5
/** State that changes (threads, memory, load) is no trouble by itself. */
const unfelt = 0.6
const ramp = 0.45

/** @param hopsTo Steps from the alerting service; undefined when there is no way. */
export function weighDepartures(
  departures: readonly Departure[],
  hopsTo: (service: string) => number | undefined,
): Weighed[] {
  return departures.map((departure) => {
    const { source, name, service, isSharp, isAlerting, strength } = departure
    const kind = source !== 'metric' || isAlerting || isFeltMetric(name) ? 1 : unfelt
    const hops = hopsTo(service)
    const link = hops === undefined ? unconnected : (nearness[hops] ?? farther)
    const weight = strength * kind * link * (isSharp ? 1 : ramp)
    return { ...departure, weight, isFelt: isFelt(departure) }
  })
}

function isFelt({ source, name, level, direction, isFailure, isAlerting }: Departure): boolean {
  if (isFailure || isAlerting) return true
  if (source === 'log') return level === 'warn'
  return direction === 'up' && (source !== 'metric' || isFeltMetric(name))
}

/** Sum of the weights of what began within the time, both ends inclusive, Unix milliseconds. */
export function massWithin(departures: readonly Weighed[], from: number, until: number): number {
  return departures.reduce((sum, { at, weight }) => (at >= from && at <= until ? sum + weight : sum), 0)
}
