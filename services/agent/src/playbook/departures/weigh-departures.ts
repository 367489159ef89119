import type { Departure } from './departure.js'
import { isFeltMetric } from './metric-names.js'

/** A departure with its weight: by effect size, kind, distance from the alert, and suddenness. */
export interface Weighed extends Departure {
  weight: number
  /**
   * True if users are affected: failures, slowness, complaints. Changes of state (load, threads, hosts) are not felt.
   */
  isFelt: boolean
}

/**
 * Factors by number of hops from the alerting service along calls and mentions; farther away and unconnected services
 * have their own.
 */
const nearness = [1, 0.85, 0.7]
const farther = 0.6
const unconnected = 0.5
/** Changes of state (threads, memory, load) are no problem in themselves. */
const unfelt = 0.6
const ramp = 0.45

/** @param hopsTo Hops from the alerting service; undefined if unreachable. */
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

/** Total weight of what began within the time range, both ends inclusive, Unix milliseconds. */
export function massWithin(departures: readonly Weighed[], from: number, until: number): number {
  return departures.reduce((sum, { at, weight }) => (at >= from && at <= until ? sum + weight : sum), 0)
}
