import { minuteMs } from '@signalbox/contracts'
import type { SpanFacts } from '../../facts/fact-pack.js'
import { median } from '../../statistics/robust.js'
import { findFlooded } from '../external/traffic-surge.js'
import type { Scene } from '../scene/scene.js'
import { createNameFinder } from '../text/service-names.js'
import { isStore } from '../text/store-names.js'
import { firstFailingFeatures, type FirstFailingFeature } from './first-failing-features.js'
import { learnedFirstFailing } from './learned-first-failing.js'
import { walkCalls } from './walk-calls.js'

const minutesMax = 12
const servicesMax = 2

const loud: ReadonlySet<string> = new Set(['warn', 'error', 'fatal'])

/** @returns The service that failed first, considering all evidence; null if nothing suffers. */
export function findFirstFailing(scene: Scene): string | null {
  const scored = readFirstFailing(scene).map(({ service, features }) => ({ service, score: scoreOf(features) }))
  scored.sort((a, b) => b.score - a.score || (a.service < b.service ? -1 : 1))
  return scored[0]?.service ?? scene.alerting
}

export interface Candidate {
  service: string
  features: Readonly<Record<FirstFailingFeature, number>>
}

/** The affected services, with the features for each being the first that failed. */
export function readFirstFailing(scene: Scene): Candidate[] {
  const { affected, infrastructure, onset, alerting, neighbours } = scene
  if (onset === null) return []
  const candidates = [...affected].filter((service) => !infrastructure.has(service))
  const shows = new Map(candidates.map((service) => [service, weightOf(scene, service, onset)]))
  const from = alerting !== null && shows.has(alerting) ? alerting : candidates[0]
  const walked = from === undefined ? new Map<string, number>() : walkCalls(neighbours, { from, shows })
  return candidates.map((service) => ({
    service,
    features: { ...readFeatures(scene, service, onset), walkedTo: walked.get(service) ?? 0 },
  }))
}

/** Total weight of a service's departures since the onset. */
function weightOf(scene: Scene, service: string, onset: number): number {
  return departuresSince(scene, service, onset).reduce((sum, { weight }) => sum + weight, 0)
}

function departuresSince({ departures }: Scene, service: string, onset: number) {
  return departures.filter((one) => one.service === service && one.at >= onset - 3 * minuteMs)
}

function scoreOf(features: Candidate['features']): number {
  return firstFailingFeatures.reduce((sum, name) => sum + learnedFirstFailing[name] * features[name], 0)
}

function readFeatures(scene: Scene, service: string, onset: number): Omit<Candidate['features'], 'walkedTo'> {
  const { affected, alerting, neighbours, facts } = scene
  const own = departuresSince(scene, service, onset)
  const firstAt = own.find(({ weight }) => weight > 0.5)?.at ?? onset + minutesMax * minuteMs
  const among = (services: readonly string[]) =>
    Math.min(servicesMax, services.filter((name) => name !== service && affected.has(name)).length)
  const spans = facts.spans.filter((span) => span.service === service)
  const lines = own.filter(({ level, isSharp }) => isSharp && level !== null && loud.has(level))
  return {
    later: Math.min(minutesMax, Math.max(0, (firstAt - onset) / minuteMs - 1)),
    affectedCaller: among(neighbours.callers(service)),
    affectedCallee: among(neighbours.callees(service)),
    namedBy: among(neighbours.namedBy(service)),
    shows: Math.log2(1 + weightOf(scene, service, onset)),
    isAlerting: service === alerting ? 1 : 0,
    hasSpans: spans.length > 0 ? 1 : 0,
    isStore: isStore(service) ? 1 : 0,
    ownFailures: ownFailures(spans, onset),
    ownTime: ownTimeGrowth(spans, onset),
    complains: lines.length > 0 ? 1 : 0,
    earlyLines: Math.log2(1 + earlyLines(scene, service, onset)),
    flooded: findFlooded(scene) === service ? 1 : 0,
    alertNames: alerting !== null && service !== alerting && createNameFinder(service)(facts.alert.text) ? 1 : 0,
    asksMore: fanOutGrowth(facts.spans, service, onset),
  }
}

/** New warnings and errors in the first minutes. */
function earlyLines({ facts }: Scene, service: string, onset: number): number {
  return facts.logPatterns
    .filter((one) => one.service === service && loud.has(one.level) && one.firstAt >= onset - 3 * minuteMs)
    .flatMap(({ counts }) => counts)
    .reduce((sum, [at, count]) => (at >= onset - minuteMs && at < onset + 10 * minuteMs ? sum + count : sum), 0)
}

/** Share of failed spans that no failed descendant explains. */
function ownFailures(spans: readonly SpanFacts[], onset: number): number {
  const failed = spans.filter((span) => span.failed && span.at >= onset - 3 * minuteMs)
  if (failed.length === 0) return 0
  return failed.filter(({ failedCallees }) => failedCallees.length === 0).length / failed.length
}

/** Log2 of the growth in self time of spans, at most 3. */
function ownTimeGrowth(spans: readonly SpanFacts[], onset: number): number {
  const self = (list: readonly SpanFacts[]) => median(list.map(({ selfMs }) => selfMs))
  const before = spans.filter(({ at }) => at < onset - minuteMs)
  const after = spans.filter(({ at }) => at >= onset - minuteMs)
  if (before.length < 2 || after.length < 2) return 0
  return Math.max(0, Math.min(3, Math.log2((self(after) + 1) / (self(before) + 1))))
}

/** Log2 of the growth in calls to others per span of the service, at most 3. */
function fanOutGrowth(spans: readonly SpanFacts[], service: string, onset: number): number {
  const before = fanOut(
    spans.filter(({ at }) => at < onset - minuteMs),
    service,
  )
  const after = fanOut(
    spans.filter(({ at }) => at >= onset - minuteMs),
    service,
  )
  if (before.length < 2 || after.length < 2) return 0
  return Math.max(0, Math.min(3, Math.log2((median(after) + 0.5) / (median(before) + 0.5))))
}

/** Calls to others per call of the service, by trace. */
function fanOut(spans: readonly SpanFacts[], service: string): number[] {
  const traces = new Map<string, { called: number; calls: number }>()
  for (const span of spans) {
    const isCalled = span.service === service && span.caller !== service
    const isCall = span.service !== service && span.caller === service
    if (!isCalled && !isCall) continue
    const counts = traces.get(span.traceId) ?? { called: 0, calls: 0 }
    if (isCalled) counts.called += 1
    else counts.calls += 1
    traces.set(span.traceId, counts)
  }
  return [...traces.values()].flatMap(({ called, calls }) => (called > 0 ? [calls / called] : []))
}
