import { clock, toIso } from '../report/clock.js'
import { dayMs, hourMs, queryServices, type ServicesResponse } from '@signalbox/contracts'
import type { Questions } from '../../facts/questions.js'
import type { TimeWindow } from '../../investigation/time-window.js'
import { countThings, listWords } from '../../wording/count-things.js'
import { riseProbability } from '../../statistics/rate-ratio.js'
import { formatLevel } from '../text/format-level.js'
import type { QuestionContext, DirectAnswer, QuestionKind } from './direct-answer.js'

const earlier = /\b(yesterday|last week|the (day|week) before|(a|one) (day|week) ago)\b/i
const asks = /\b(compare[ds]?|comparison|than|versus|vs|against|different|differs?|like|unlike)\b/i
/** Maximum p-value for a rise in failures, then the minimum size of that rise and of any other difference. */
const sureMax = 1e-4
const ratioMin = { failed: 1.5, latency: 1.25, requests: 1.3 }
const latencyMsMin = 10
const requestsMin = 50
const shownMax = 5

/** `compare today with yesterday`: the same hours of two days, or the last seven days and the seven before. */
export const aboutDays: QuestionKind = {
  isAsked: ({ question }) => earlier.test(question) && asks.test(question),
  answer: describeDays,
}

async function describeDays({ question, facts, asOf }: QuestionContext, questions: Questions): Promise<DirectAnswer[]> {
  const isWeek = /\bweek\b/i.test(question)
  const backMs = isWeek ? 7 * dayMs : dayMs
  const start = isWeek ? Math.floor(asOf / hourMs) * hourMs - backMs : Math.floor(asOf / dayMs) * dayMs
  const now = { start, end: asOf }
  const [names, then] = [
    isWeek ? ['The last 7 days', 'the 7 days before'] : [`Today up to ${clock(asOf)}`, 'the same hours yesterday'],
    { start: start - backMs, end: asOf - backMs },
  ]
  const [late, early] = [await ask(questions, now), await ask(questions, then)]
  if (late === undefined || early === undefined) return []
  const evidence = [late.evidenceId, early.evidenceId]
  const isAsked = (service: string) => facts.alert.service === null || service === facts.alert.service
  const compared = pairDays({ late: late.value, early: early.value, backMs }).filter(({ service }) => isAsked(service))
  if (compared.length === 0)
    return [
      {
        text: `${names[0] ?? ''} cannot be compared with ${names[1] ?? ''}: there is no data for both.`,
        evidence,
      },
    ]
  const worse = compared.filter(({ before, after }) => isWorse(before, after))
  const better = compared.filter(({ before, after }) => isWorse(after, before))
  const other = compared.filter((one) => !worse.includes(one) && !better.includes(one) && differs(one))
  const shown = [...worse, ...better, ...other].slice(0, shownMax)
  const verdict =
    worse.length > 0
      ? `is worse than ${names[1] ?? ''} on ${listWords(worse.slice(0, shownMax).map(({ service }) => service))}`
      : better.length > 0
        ? `is better than ${names[1] ?? ''} on ${listWords(better.slice(0, shownMax).map(({ service }) => service))}, and worse nowhere`
        : `looks like ${names[1] ?? ''}: no service fails more or responds slower`
  return [
    { text: `${names[0] ?? ''} ${verdict}.`, evidence, at: asOf },
    ...shown.map((one) => ({ text: describeChangedDays(one, isWeek ? 'the week before' : 'yesterday'), evidence })),
    ...coverage(early.value, { then, isWeek, evidence }),
  ]
}

function ask(questions: Questions, { start, end }: TimeWindow) {
  return questions.ask(
    queryServices,
    { query: { start: toIso(start), end: toIso(end), interval_seconds: hourMs / 1_000 } },
    { what: 'services', summary: ({ services }) => `Hourly figures of ${countThings(services.length, 'service')}` },
  )
}

interface Day {
  requests: number
  failed: number
  /** Mean of the hourly 95th percentiles, weighted by requests, in milliseconds. */
  p95Ms: number
}

interface Pair {
  service: string
  before: Day
  after: Day
}

/** Services present on both days, over the hours present in both. */
function pairDays({
  late,
  early,
  backMs,
}: {
  late: ServicesResponse
  early: ServicesResponse
  backMs: number
}): Pair[] {
  return late.services.flatMap(({ service, points }) => {
    const others = new Map(
      early.services
        .find((one) => one.service === service)
        ?.points.map((point) => [Date.parse(point.timestamp) + backMs, point]),
    )
    const both = points.filter(({ timestamp }) => others.has(Date.parse(timestamp)))
    const then = both.flatMap(({ timestamp }) => others.get(Date.parse(timestamp)) ?? [])
    const [before, after] = [sumUp(then), sumUp(both)]
    return before.requests >= requestsMin && after.requests >= requestsMin ? [{ service, before, after }] : []
  })
}

function sumUp(points: ServicesResponse['services'][number]['points']): Day {
  const sum = (valueOf: (point: (typeof points)[number]) => number) =>
    points.reduce((total, point) => total + valueOf(point), 0)
  const requests = sum((point) => point.requests)
  return {
    requests,
    failed: sum(({ errors }) => errors),
    p95Ms: requests === 0 ? 0 : sum((point) => (point.p95_ms ?? 0) * point.requests) / requests,
  }
}

function isWorse(before: Day, after: Day): boolean {
  const rate = ({ failed: count, requests: exposure }: Day) => ({ count, exposure })
  const failsMore = riseProbability(rate(before), rate(after), ratioMin.failed) < sureMax
  return failsMore || (after.p95Ms > ratioMin.latency * before.p95Ms && after.p95Ms - before.p95Ms > latencyMsMin)
}

function differs({ before, after }: Pair): boolean {
  const ratio = after.requests / before.requests
  return ratio > ratioMin.requests || ratio < 1 / ratioMin.requests
}

/** Describes how a service differs, and how many requests failed. */
function describeChangedDays({ service, before, after }: Pair, earlierDay: string): string {
  const share = ({ failed: count, requests }: Day) => formatLevel('ratio', count / requests)
  const ms = ({ p95Ms }: Day) => formatLevel('ms', Math.round(p95Ms))
  const count = ({ requests }: Day) => requests.toLocaleString('en-US')
  const parts = [
    ...(before.failed + after.failed === 0
      ? []
      : [`${share(after)} of requests failed (${earlierDay}: ${share(before)})`]),
    `p95 latency was ${ms(after)} (${earlierDay}: ${ms(before)})`,
    ...(differs({ service, before, after })
      ? [`it served ${count(after)} requests (${earlierDay}: ${count(before)})`]
      : []),
  ]
  return `${service}: ${parts.join('; ')}.`
}

/** Says from when the earlier period has data, if it is only partly covered. */
function coverage(
  { services }: ServicesResponse,
  { then, isWeek, evidence }: { then: TimeWindow; isWeek: boolean; evidence: readonly string[] },
): DirectAnswer[] {
  const firsts = services.flatMap(({ points }) => points.slice(0, 1).map(({ timestamp }) => Date.parse(timestamp)))
  const first = firsts.reduce((a, b) => Math.min(a, b), Infinity)
  if (!Number.isFinite(first) || first < then.start + hourMs) return []
  const since = isWeek ? toIso(first).slice(0, 10) : clock(first)
  return [
    {
      text: `For the earlier period there is only data from ${since} on, so only those hours were compared.`,
      evidence,
      at: first,
    },
  ]
}
