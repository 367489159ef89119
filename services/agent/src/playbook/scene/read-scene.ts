import type { FactPack } from '../../facts/fact-pack.js'
import type { Departure } from '../departures/departure.js'
import { findDepartures, findRecentErrors, alertRangeOf } from '../departures/find-departures.js'
import { locateOnset } from '../departures/locate-onset.js'
import { weighDepartures, type Weighed } from '../departures/weigh-departures.js'
import type { Signal } from '../signals/signal.js'
import { symptomsOfMetric, symptomsOfText, type SymptomKind } from '../signals/symptom-kinds.js'
import { toSignal } from '../signals/to-signal.js'
import { findAffected } from './find-affected.js'
import { findInfrastructure } from './infrastructure.js'
import { findGap } from './find-silence.js'
import { findNeighbours, type Neighbours } from './neighbours.js'
import { isSuffering, type Scene } from './scene.js'

/** Services that begin to suffer this close to the onset are related to it, even without a visible call. */
const togetherMs = 10 * 60_000
/** Trouble reaches connected services within this time, if at all. */
const reachMs = 60 * 60_000

/**
 * Determines what departed, where and since when, and which services are related. A question why something fails is also
 * answered with errors that have stopped, unless something is still wrong.
 */
export function readScene(facts: FactPack): Scene {
  const scene = startFromQuestion(facts, findDepartures(facts))
  if (!facts.alert.isFailureQuestion || isSuffering(scene)) return scene
  const { service } = facts.alert
  const errors = findRecentErrors(facts).filter(
    (error) => service === null || scene.neighbours.hops(service, error.service) !== undefined,
  )
  return errors.length === 0 ? scene : toScene(facts, errors)
}

/**
 * Reads the scene of a question that names a service. The service is where to start, not the limit of the search: if it
 * doesn't suffer, or if services connected to it began to suffer earlier, their trouble is investigated.
 */
function startFromQuestion(facts: FactPack, found: readonly Departure[]): Scene {
  const scene = toScene(facts, found)
  const { service, isFired, metric } = facts.alert
  if (service === null || isFired || metric !== null) return scene
  const anywhere = { ...toScene({ ...facts, alert: { ...facts.alert, service: null } }, found), facts }
  const isHit = isSuffering(scene) && scene.affected.has(service)
  return !isHit || isConsequence(scene, anywhere) ? anywhere : scene
}

/** True if the trouble of a service may have reached it from connected services that suffered earlier. */
function isConsequence({ alerting, onset, neighbours }: Scene, anywhere: Scene): boolean {
  const lead = (onset ?? 0) - (anywhere.onset ?? Infinity)
  if (alerting === null || lead <= 0 || lead > reachMs) return false
  return anywhere.alerting !== null && neighbours.hops(alerting, anywhere.alerting) !== undefined
}

function toScene(facts: FactPack, found: readonly Departure[]): Scene {
  const infrastructure = findInfrastructure(facts)
  const neighbours = findNeighbours(facts)
  const alerting =
    facts.alert.service ??
    mostSuffering(
      weighDepartures(found, () => 0),
      infrastructure,
    )
  const departures = weighDepartures(found, (service) =>
    alerting === null ? 0 : neighbours.hops(alerting, service),
  ).sort(earlierFirst)
  const onset = locateOnset(departures, {
    alerting,
    firedAt: alertRangeOf(facts).firedAt,
    isFired: facts.alert.isFired,
    isAlerted: facts.alert.metric !== null,
  })
  const related = findRelated(departures, { alerting, neighbours, onset: onset?.at ?? null })
  const signals = departures.filter(({ service }) => related.has(service)).map(toSignal)
  return {
    facts,
    alerting,
    signals,
    departures,
    related,
    affected: findAffected(facts, { departures, alerting, onset: onset?.at ?? null }),
    infrastructure,
    onset: onset?.at ?? null,
    hole: findGap(facts, onset?.at ?? null),
    onsetMass: onset?.mass ?? 0,
    symptoms: weighSymptoms(facts, signals),
    neighbours,
  }
}

function earlierFirst(a: Weighed, b: Weighed): number {
  return a.at - b.at || compareText(a.service, b.service) || compareText(a.name, b.name)
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** Without an alert: the service with the largest total weight of departures. */
function mostSuffering(departures: readonly Weighed[], infrastructure: ReadonlySet<string>): string | null {
  const weights = new Map<string, number>()
  for (const departure of departures) {
    if (infrastructure.has(departure.service) || !toSignal(departure).bad) continue
    weights.set(departure.service, (weights.get(departure.service) ?? 0) + departure.weight)
  }
  return [...weights].reduce<[string | null, number]>((best, one) => (one[1] > best[1] ? one : best), [null, 0])[0]
}

interface Surroundings {
  alerting: string | null
  neighbours: Neighbours
  onset: number | null
}

function findRelated(departures: readonly Weighed[], { alerting, neighbours, onset }: Surroundings): Set<string> {
  if (alerting === null || onset === null) return new Set(departures.map(({ service }) => service))
  const near = departures.filter(({ service, at }) => {
    const hops = neighbours.hops(alerting, service)
    return (hops !== undefined && hops <= hopsMax) || Math.abs(at - onset) <= togetherMs
  })
  return new Set([alerting, ...near.map(({ service }) => service)])
}

const hopsMax = 3

/** The alert counts like a signal; signals of mere neighbors count less. */
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
