import { minuteMs } from '@signalbox/contracts'
import type { SpanFacts } from '../../facts/fact-pack.js'
import { burstProbability } from '../../statistics/count-burst.js'
import { higherProbability } from '../../statistics/rank-sum.js'
import { median } from '../../statistics/robust.js'
import type { AlertRange } from './departure.js'

const cutFromMs = 45 * minuteMs
const cutUntilMs = 3 * minuteMs
const ratioMin = 2
const pMax = 0.05
const failuresMin = 2

/** An operation whose duration or failure rate changes at some span. */
export interface SpanShift {
  spans: readonly SpanFacts[]
  kind: 'slower' | 'faster' | 'failing'
  at: number
  p: number
}

/** Searches each operation for the span at which it changes. */
export function findSpanShifts(spans: readonly SpanFacts[], alertRange: AlertRange): SpanShift[] {
  const operations = new Map<string, SpanFacts[]>()
  for (const span of spans) {
    if (span.at > alertRange.until) continue
    const key = `${span.service}\n${span.operation}`
    operations.set(key, [...(operations.get(key) ?? []), span])
  }
  return [...operations.values()].flatMap((own) => {
    const inOrder = own.sort((a, b) => a.at - b.at)
    return [findFailing(inOrder, alertRange), findSlower(inOrder, alertRange)].filter((shift) => shift !== undefined)
  })
}

function cuts(spans: readonly SpanFacts[], { firedAt }: AlertRange): number[] {
  return spans.flatMap(({ at }, index) =>
    index > 0 && at >= firedAt - cutFromMs && at <= firedAt + cutUntilMs ? [index] : [],
  )
}

function findSlower(spans: readonly SpanFacts[], alertRange: AlertRange): SpanShift | undefined {
  const durations = spans.map(({ durationMs }) => Math.log(Math.max(0.01, durationMs)))
  const shifts = cuts(spans, alertRange).flatMap((cut): SpanShift[] => {
    const [before, after] = [durations.slice(0, cut), durations.slice(cut)]
    const ratio = Math.exp(median(after) - median(before))
    if (ratio < ratioMin && ratio > 1 / ratioMin) return []
    const isSlower = ratio >= ratioMin
    const p = isSlower ? higherProbability(before, after) : higherProbability(after, before)
    return [{ spans: spans.slice(cut), kind: isSlower ? 'slower' : 'faster', at: spans[cut]?.at ?? 0, p }]
  })
  return leastProbable(shifts)
}

function findFailing(spans: readonly SpanFacts[], alertRange: AlertRange): SpanShift | undefined {
  const start = spans[0]?.at ?? 0
  const shifts = cuts(spans, alertRange).flatMap((cut): SpanShift[] => {
    const first = spans[cut]
    const failures = spans.slice(cut).filter(({ failed }) => failed).length
    if (!first?.failed || failures < failuresMin) return []
    // Spans are sampled, so failures are counted per span rather than per minute.
    const past = { count: spans.slice(0, cut).filter(({ failed }) => failed).length, minutes: cut, usualRate: 0.02 }
    const p = burstProbability(past, { count: failures, minutes: spans.length - cut })
    return first.at >= start ? [{ spans: spans.slice(cut), kind: 'failing', at: first.at, p }] : []
  })
  return leastProbable(shifts)
}

function leastProbable(shifts: readonly SpanShift[]): SpanShift | undefined {
  const best = shifts.reduce<SpanShift | undefined>(
    (least, shift) => (least && least.p <= shift.p ? least : shift),
    undefined,
  )
  return best && best.p < pMax ? best : undefined
}
