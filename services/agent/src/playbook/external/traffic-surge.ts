import { isFailureMetric } from '../departures/metric-names.js'
import type { Weighed } from '../departures/weigh-departures.js'
import type { Scene } from '../scene/scene.js'
import { asPhrase } from '../text/words.js'
import { shareMatching } from './message-signals.js'
import type { ExternalCause } from './signature.js'

const traffic =
  /\b(requests?|reqs?|rps|rq|qps|hits|visits|page views|visitors|sessions (started|per)|signups|logins|events received|messages (received|in)|connections accepted|ingress)\b/
const notTraffic =
  /\b(reconnects?|disconnects?|reconnections?|error|errors|failed|failures?|[45]xx|[45]\d\d|duration|latency|size|bytes|queue|ratio|retr(y|ies|ied)|db|cache|cpu|memory|outbound|active|in ?flight|pending|per request|limit|limited|reject\w*|throttl\w*|timeout\w*|p\d+|ms)\b/
/**
 * Request rates of any kind, recognized by the form of their names. Only trusted if no service of ours is the caller.
 */
const rate =
  /\b(per (s|sec|second|min|minute|hour)|rate|total|started|added|created|connects?|connections|viewers|players|users)\b/
const ratioMin = 1.8
/**
 * The daily load also climbs, but more slowly: a gradual rise must double this many times within a quarter of an hour.
 */
const doublingsMin = 1
const quarterMs = 15 * 60_000
/** The rise must not begin later than the problem, allowing for the resolution of series. */
const lateMsMax = 2 * 60_000

/** A limit that somebody else grants us: more instances of ours would not raise it. */
const rationed =
  /(rate ?-?limited|too many|quota|\b429\b|limit exceeded).{0,120}\b(account|subscription|organi[sz]ation|project|plan|api key|tenant|contract)\b|\b(account|subscription|organi[sz]ation|project|plan|api key|contract)\b.{0,60}(quota|rate limit|limit exceeded)/i
const rationedShareMin = 0.5

/** Load at the edge grew strongly, before or as things became slow. Callers that only retry don't count. */
export function findTrafficSurge(scene: Scene): ExternalCause | undefined {
  const { edge, rises } = findRises(scene)
  if (!edge?.levels) return undefined
  const more = Number((edge.levels.after / Math.max(edge.levels.before, 1e-9)).toPrecision(2))
  const isRationed = shareMatching(scene, rationed).share >= rationedShareMin
  return {
    name: 'traffic-surge',
    sentence: `traffic to ${edge.service} peaked at ${more} times its usual level${isRationed ? ', and a quota refuses the excess' : ''}`,
    weight: 3.2 + Math.min(0.6, 0.3 * (rises.length - 1)),
    ...(isRationed
      ? {
          remediation: 'escalate-upstream',
          advice: 'Slow the source of the traffic down, and ask for a higher quota',
          check: 'Compare the refused calls with the quota; if it is the limit, they stop when it renews.',
        }
      : { remediation: 'scale' }),
    changeId: null,
    evidence: rises.map(({ evidence }) => evidence),
  }
}

/** @returns The service where the additional load came in; undefined if there is none. */
export function findFlooded(scene: Scene): string | undefined {
  return findRises(scene).edge?.service
}

function findRises(scene: Scene): { rises: readonly Weighed[]; edge: Weighed | undefined } {
  const { onset, departures, facts, neighbours } = scene
  const { firedAt } = facts.alert
  if (onset === null) return { rises: [], edge: undefined }
  const callees = new Set([
    ...facts.dependencies.flatMap(({ caller, callee }) => (caller === callee ? [] : [callee])),
    ...facts.spans.flatMap(({ service, caller }) => (caller === null || caller === service ? [] : [service])),
  ])
  const isRoot = (service: string) =>
    !callees.has(service) &&
    neighbours.callers(service).length === 0 &&
    facts.spans.some((span) => span.service === service)
  const retrying = new Set(departures.flatMap((one) => (isOwnRetry(one) ? [one.service] : [])))
  const isAsked = (service: string, metric: string) =>
    isTraffic(metric) || (isRoot(service) && !retrying.has(service) && isRate(metric))
  const rates = facts.series.filter(({ metric, source, service }) => source !== 'logs' && isAsked(service, metric))
  const rises = departures.filter(
    (one) =>
      one.source === 'metric' &&
      one.direction === 'up' &&
      isAsked(one.service, one.name) &&
      isSteep(one, firedAt) &&
      one.at <= onset + lateMsMax,
  )
  const measured = new Set(rates.map(({ service }) => service))
  const edge = rises.find(({ service }) => isEdge(scene, service, { rises, measured }))
  return { rises, edge: edge && climb(edge, rises, scene) }
}

/** Climbs from a service with increased load to callers with increased load, up to where the rise came in. */
function climb(edge: Weighed, rises: readonly Weighed[], scene: Scene, below: readonly string[] = []): Weighed {
  const callers = scene.neighbours.callers(edge.service).filter((caller) => !below.includes(caller))
  const above = rises.find(({ service }) => callers.includes(service))
  return above ? climb(above, rises, scene, [...below, edge.service]) : edge
}

/** A service that retries more itself makes more calls, whoever called it. */
function isOwnRetry({ source, direction, name }: Weighed): boolean {
  return source === 'metric' && direction === 'up' && /\bretr(y|ies|ied)\b/.test(asPhrase(name))
}

function isTraffic(metric: string): boolean {
  const phrase = asPhrase(metric)
  return traffic.test(phrase) && !notTraffic.test(phrase)
}

function isRate(metric: string): boolean {
  const phrase = asPhrase(metric)
  return rate.test(phrase) && !notTraffic.test(phrase) && !isFailureMetric(metric)
}

function isSteep({ levels, at, isSharp }: Weighed, firedAt: number): boolean {
  if (levels === null || levels.before <= 0 || levels.after < ratioMin * levels.before) return false
  const quarters = Math.max(1 / 3, (firedAt - at) / quarterMs)
  return isSharp || Math.log2(levels.after / levels.before) / quarters >= doublingsMin
}

/** True if no caller with measured calls is unchanged, and callers aren't merely failing and retrying. */
function isEdge(
  { facts, signals, neighbours }: Scene,
  service: string,
  { rises, measured }: { rises: readonly Weighed[]; measured: ReadonlySet<string> },
): boolean {
  const callers = [
    ...facts.dependencies.filter(({ callee }) => callee === service).map(({ caller }) => caller),
    ...facts.spans.flatMap((span) => (span.service === service && span.caller !== null ? [span.caller] : [])),
  ].filter((caller) => caller !== service)
  const risen = (name: string) => rises.some((rise) => rise.service === name)
  if (callers.length > 0) return callers.some(risen)
  if (facts.spans.some((span) => span.service === service)) return neighbours.callers(service).length === 0
  const flatElsewhere = [...measured].some((name) => name !== service && !risen(name))
  const speaksOfRetries = signals.some(({ text }) => /retry|attempt \d|retries/i.test(text))
  return !speaksOfRetries && !flatElsewhere
}
