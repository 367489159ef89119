import { minuteMs } from '@signalbox/contracts'
import type { FactPack } from '../../facts/fact-pack.js'
import type { Weighed } from '../departures/weigh-departures.js'

/** What departed so much before the onset still belongs to it. */
const beforeMs = 3 * minuteMs
/** Weight from which a service suffers; more where nothing is traced: hosts and databases often only carry it on. */
const weightMin = 0.8
const untracedFactor = 1.8

/** The service that an alert fired for, and all that left their usual levels with it or after it. */
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
