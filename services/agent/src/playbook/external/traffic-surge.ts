import type { SeriesFacts } from '../../facts/fact-pack.js'
import type { Scene } from '../scene/scene.js'
import { findDeparture, type Departure } from '../signals/departure.js'
import { asPhrase } from '../text/words.js'
import type { ExternalCause } from './signature.js'

const traffic =
  /\b(requests?|reqs?|rps|hits|visits|page views|visitors|sessions started|signups|logins|events received|messages (received|in)|connections accepted|ingress)\b/
const notTraffic =
  /\b(error|failed|5xx|4xx|duration|latency|size|bytes|queue|ratio|retr(y|ies)|db|cache|cpu|memory|outbound|active|per request|limit)\b/
const ratioMin = 1.8
/** The rise must not begin later than the trouble, but for how coarse the series are. */
const lateMsMax = 2 * 60_000

/** Much more was asked at the edge, before or as things got slow: those who call more because they retry are not it. */
export function findTrafficSurge(scene: Scene): ExternalCause | undefined {
  const { facts, onset, related } = scene
  if (onset === null) return undefined
  const rates = facts.series.filter(
    ({ metric, service, source }) => related.has(service) && source !== 'logs' && isTraffic(metric),
  )
  const rises = rates.flatMap((series) => {
    const departure = findDeparture(series.points)
    return departure?.direction === 'up' && isSteep(departure) && departure.at <= firstTrouble(scene) + lateMsMax
      ? [{ series, departure }]
      : []
  })
  const edge = rises.find(({ series }) => isEdge(scene, series, rates, rises))
  if (!edge) return undefined
  const more = Number((edge.departure.after / Math.max(edge.departure.baseline, 1e-9)).toPrecision(2))
  return {
    name: 'traffic-surge',
    sentence: `${edge.series.service} was asked ${more} times as much as before`,
    weight: 3.2 + Math.min(0.6, 0.3 * (rises.length - 1)),
    remediation: 'scale',
    changeId: null,
    evidence: rises.map(({ series }) => series.evidence),
  }
}

function isTraffic(metric: string): boolean {
  const phrase = asPhrase(metric)
  return traffic.test(phrase) && !notTraffic.test(phrase)
}

function isSteep({ baseline, after }: Departure): boolean {
  return after >= ratioMin * baseline && baseline > 0
}

/** When the first of what hurts began. */
function firstTrouble({ signals, onset }: Scene): number {
  return signals.find(({ bad, kinds }) => bad && !kinds.includes('cpu'))?.at ?? onset ?? 0
}

type Rise = { series: SeriesFacts; departure: Departure }

/** Nobody above it whose calls are known stays as before, and callers are not merely failing and asking again. */
function isEdge(
  { facts, signals }: Scene,
  { service }: SeriesFacts,
  rates: readonly SeriesFacts[],
  rises: readonly Rise[],
): boolean {
  const callers = facts.dependencies
    .filter(({ callee, caller }) => callee === service && caller !== service)
    .map(({ caller }) => caller)
  const risen = (name: string) => rises.some(({ series }) => series.service === name)
  if (callers.length > 0) return callers.some(risen)
  const flatElsewhere = rates.some((series) => series.service !== service && !risen(series.service))
  const speaksOfRetries = signals.some(({ text }) => /retry|attempt \d|retries/i.test(text))
  return !speaksOfRetries && !flatElsewhere
}
