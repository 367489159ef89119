import type { FactPack } from '../../facts/fact-pack.js'
import { readSignals } from '../signals/read-signals.js'
import type { Signal } from '../signals/signal.js'
import { symptomsOfMetric, symptomsOfText, type SymptomKind } from '../signals/symptom-kinds.js'
import { findInfrastructure } from './infrastructure.js'
import { findNeighbours, type Neighbours } from './neighbours.js'
import type { Scene } from './scene.js'

/** Services that begin to suffer so near to the alerting one have to do with it, also when no call is seen. */
const togetherMs = 10 * 60_000
/** A series that moved less than this may have moved by chance. */
const ratioMin = 1.25

/** Finds out what departed, where, since when, and who has to do with it. */
export function readScene(facts: FactPack): Scene & { neighbours: Neighbours } {
  const all = readSignals(facts).filter(({ source, ratio }) => source !== 'metric' || ratio >= ratioMin)
  const infrastructure = findInfrastructure(facts)
  const neighbours = findNeighbours(facts, all)
  const alerting = facts.alert.service ?? mostSuffering(all, infrastructure)
  const related = findRelated(all, { alerting, neighbours, infrastructure })
  const signals = all.filter(({ service }) => related.has(service))
  return {
    facts,
    alerting,
    signals,
    related,
    affected: new Set(signals.filter(({ bad }) => bad).map(({ service }) => service)),
    infrastructure,
    onset: signals[0]?.at ?? null,
    symptoms: weighSymptoms(facts, signals),
    neighbours,
  }
}

/** Without an alert: the service with the most of what is bad, the earliest among equals. */
function mostSuffering(signals: readonly Signal[], infrastructure: ReadonlySet<string>): string | null {
  const counts = new Map<string, number>()
  for (const { service, bad } of signals) {
    if (bad && !infrastructure.has(service)) counts.set(service, (counts.get(service) ?? 0) + 1)
  }
  return [...counts].reduce<[string | null, number]>((best, entry) => (entry[1] > best[1] ? entry : best), [null, 0])[0]
}

interface Surroundings {
  alerting: string | null
  neighbours: Neighbours
  infrastructure: ReadonlySet<string>
}

function findRelated(signals: readonly Signal[], { alerting, neighbours, infrastructure }: Surroundings): Set<string> {
  if (alerting === null) return new Set(signals.map(({ service }) => service))
  const near = (service: string) => [...neighbours.callees(service), ...neighbours.callers(service)]
  const first = near(alerting)
  const related = new Set([alerting, ...first, ...first.flatMap(near)])
  const own = signals.filter(({ service, bad }) => bad && service === alerting)
  for (const { service, bad, at } of signals) {
    const together = own.some((signal) => Math.abs(signal.at - at) <= togetherMs)
    if (together && (bad || infrastructure.has(service))) related.add(service)
  }
  return related
}

/** The alert counts like a signal; what only neighbours show counts less. */
function weighSymptoms({ alert }: FactPack, signals: readonly Signal[]): Map<SymptomKind, number> {
  const seen = new Map<SymptomKind, number>()
  const raise = (kinds: readonly SymptomKind[], weight: number) => {
    for (const kind of kinds) seen.set(kind, Math.max(weight, seen.get(kind) ?? 0))
  }
  raise(symptomsOfText(alert.text), 0.8)
  if (alert.metric !== null)
    raise([...symptomsOfMetric(alert.metric, 'up'), ...symptomsOfMetric(alert.metric, 'down')], 0.8)
  for (const { kinds, service } of signals) raise(kinds, service === alert.service || alert.service === null ? 1 : 0.7)
  return seen
}
