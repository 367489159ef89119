import { minuteMs } from '@signalbox/contracts'
import type { FactPack } from '../../facts/fact-pack.js'
import type { Weighed } from '../departures/weigh-departures.js'

/** Departures up to this long before the onset still belong to it. */
const beforeMs = 3 * minuteMs
/**
 * Minimum weight for a service to count as affected; higher if nothing is traced, because hosts and databases often
 * only pass the problem on.
 */
const weightMin = 0.8
const untracedFactor = 1.8

/** The alert's service, and everything that departed with it or after it. */
export function findAffected(
  { spans, dependencies, alert }: FactPack,
  { departures, alerting, onset }: { departures: readonly Weighed[]; alerting: string | null; onset: number | null },
): Set<string> {
  if (onset === null) return new Set()
  const traced = new Set([
    ...spans.map(({ service }) => service),
    ...dependencies.flatMap(({ caller, callee }) => [caller, callee]),
  ])
  const weights = new Map<string, number>()
  for (const { service, at, weight } of departures) {
    if (at >= onset - beforeMs) weights.set(service, (weights.get(service) ?? 0) + weight)
  }
  const suffering = [...weights].filter(
    ([service, weight]) => weight >= weightMin * (traced.has(service) ? 1 : untracedFactor),
  )
  return new Set([...(alerting === null || !alert.isFired ? [] : [alerting]), ...suffering.map(([service]) => service)])
}
