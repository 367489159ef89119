import { minuteMs } from '@signalbox/contracts'
import type { FactPack, LogPatternFacts, SeriesFacts } from '../../facts/fact-pack.js'
import { higherProbability } from '../../statistics/rank-sum.js'
import { differences, median, robustDeviation, theilSenSlope } from '../../statistics/robust.js'
import { joinPatterns } from '../departures/join-patterns.js'
import { dataStart } from '../departures/data-start.js'

/** Points compared before and after a moment; after it both a short and a long range, for effects that pass. */
const before = 25
const afters = [12, 28]
const pointsMin = 6
/** Minimum deviations of a step. */
const stepMin = 3
/** Points on each side for a change of slope. */
const slopePoints = 40
/** Lines count fully within `whole` of the change, then less and less up to `until`: a rollout takes a few minutes. */
const newLogMs = { whole: 3 * minuteMs, until: 8 * minuteMs, fade: 8 * minuteMs }
/** Minimum number of minutes with lines for them to count as continuing. */
const stayMinutes = 4
const knownMs = 15 * minuteMs
/** A line's own rate is measured over this time after it first appears. */
const soonMs = 20 * minuteMs
/** A line that is new by chance with this probability is no evidence. */
const chanceMax = 0.05

/**
 * Reference times for comparison with the moment, and their distances from the start of the data, the onset and the
 * moment itself.
 */
const others = { count: 12, sinceStartMs: 30 * minuteMs, untilOnsetMs: 15 * minuteMs, apartMs: 10 * minuteMs }

/** Movements at the time a change took effect. */
export interface Moment {
  /** The largest step of a series, 0 to 1; reduced if such steps occur at other times. */
  step: number
  /** The same for the largest change of slope. */
  slope: number
  /** New lines that continue, 0 to 1. */
  newLog: number
  /** The series that stepped or began to climb, and the line that appeared, for explanations. */
  stepped: SeriesFacts | null
  /** True if that series stepped down. */
  isFall: boolean
  climbing: SeriesFacts | null
  said: LogPatternFacts | null
}

export interface MomentReader {
  /** @param at Unix milliseconds. */
  readAt: (at: number, services: readonly string[]) => Moment
}

/** A series for which only the daily load is known has steps at any time. */
const credit = { related: 1, other: 0.5 }
const boot =
  /\b(start(ed|ing|up)?|boot|listening|ready|shut(ting)? ?down|rollout|deploy|initiali[sz]|version|graceful|sigterm|migrat|warm|loaded|config(uration)?)\b/i
const quietLevels: ReadonlySet<string> = new Set(['trace', 'debug', 'info'])

/**
 * @param related Services related to the problem.
 * @param until Later data is ignored, Unix milliseconds.
 * @param onset When the problem began; null if nothing did.
 */
export function createMomentReader(
  facts: FactPack,
  { related, until, onset }: { related: ReadonlySet<string>; until: number; onset: number | null },
): MomentReader {
  const series = facts.series
    .filter(({ source, points }) => source !== 'logs' && points.length > before)
    .map((one): Known['series'][number] => ({ one, smooth: withoutSpikes(one.points) }))
  const start = dataStart(facts)
  const patterns = joinPatterns(facts.logPatterns)
  const end = Math.max(...patterns.map(({ lastAt }) => lastAt))
  const news = patterns
    .filter(({ firstAt, count, pattern }) => firstAt >= start + knownMs && count >= 2 && !boot.test(pattern))
    .map((one) => ({ one, surprise: surpriseOf(one, start, end) }))
  const moves = otherTimes(start, onset ?? until).map((at) => ({ at, ...moveOf(series, at, until) }))
  const known = new Map<string, Moment>()
  return {
    readAt: (at, services) => {
      const key = `${at} ${services.join(' ')}`
      const moment = known.get(key) ?? readMoment({ series, news, related, until, moves }, at, services)
      known.set(key, moment)
      return moment
    },
  }
}

interface Known {
  /** Series with their points, without isolated outliers. */
  series: readonly { one: SeriesFacts; smooth: SeriesFacts['points'] }[]
  /** New lines, and how improbable it is that they are new by chance, 0 to 1. */
  news: readonly { one: LogPatternFacts; surprise: number }[]
  related: ReadonlySet<string>
  until: number
  /** Movements of every series at the reference times. */
  moves: readonly ({ at: number } & Moves)[]
}

/** Step and change of slope of each series, 0 to 1. */
interface Moves {
  steps: readonly number[]
  slopes: readonly number[]
}

function moveOf(series: Known['series'], at: number, until: number): Moves {
  return {
    steps: series.map(({ one }) => stepAt(one.points, at, until)),
    slopes: series.map(({ smooth }) => slopeAt(smooth, at, until)),
  }
}

/** Evenly spread times before the problem. */
function otherTimes(start: number, onset: number): number[] {
  const [from, to] = [start + others.sinceStartMs, onset - others.untilOnsetMs]
  if (to - from < others.sinceStartMs) return []
  return Array.from({ length: others.count }, (_, index) => from + ((to - from) * index) / (others.count - 1))
}

function readMoment({ series, news, related, until, moves }: Known, at: number, services: readonly string[]): Moment {
  const creditOf = (service: string) =>
    related.has(service) || services.includes(service) ? credit.related : credit.other
  const bestOf = (values: readonly number[]) =>
    best(series.map(({ one }, index) => ({ one, value: creditOf(one.service) * (values[index] ?? 0) })))
  const { steps, slopes } = moveOf(series, at, until)
  const apart = moves.filter((other) => Math.abs(other.at - at) >= others.apartMs)
  const [step, slope, line] = [bestOf(steps), bestOf(slopes), best(newLinesAt(news, at, creditOf))]
  const rarity = (most: { value: number } | undefined, read: (other: Moves) => readonly number[]) =>
    1 - apart.filter((other) => (bestOf(read(other))?.value ?? 0) >= (most?.value ?? 0)).length / (apart.length + 1)
  return {
    step: step && step.value > 0 ? step.value * rarity(step, (other) => other.steps) : 0,
    slope: slope && slope.value > 0 ? slope.value * rarity(slope, (other) => other.slopes) : 0,
    newLog: line?.value ?? 0,
    stepped: step && step.value > 0 ? step.one : null,
    isFall: step !== undefined && step.value > 0 && fellAt(step.one.points, at, until),
    climbing: slope && slope.value > 0 ? slope.one : null,
    said: line && line.value > 0 ? line.one : null,
  }
}

function newLinesAt(news: Known['news'], at: number, creditOf: (service: string) => number) {
  return news
    .filter(({ one: { firstAt } }) => firstAt >= at - minuteMs && firstAt <= at + newLogMs.until)
    .map(({ one, surprise }) => {
      const level = quietLevels.has(one.level) ? 0.35 : 1
      const stays = Math.min(1, one.count / 4, (one.counts.length - 1) / (stayMinutes - 1))
      const near = 1 - Math.max(0, one.firstAt - at - newLogMs.whole) / newLogMs.fade
      return { one, value: creditOf(one.service) * level * stays * near * surprise }
    })
}

/**
 * How surprising it is that a line was absent before it first appeared, given how often it followed soon after: a rare
 * warning is absent from most stretches of a log.
 */
function surpriseOf({ firstAt, counts }: LogPatternFacts, start: number, end: number): number {
  const soon = Math.max(minuteMs, Math.min(soonMs, end - firstAt))
  const followers = counts.reduce((sum, [at, count]) => (at <= firstAt + soon ? sum + count : sum), 0) - 1
  const chance = Math.exp((-Math.max(0, followers) / soon) * (firstAt - start))
  return Math.max(0, 1 - chance / chanceMax)
}

/** Limits each point to the range of its neighbors: a single outlier is no climb. */
function withoutSpikes(points: SeriesFacts['points']): SeriesFacts['points'] {
  return points.map(([at, value], index): SeriesFacts['points'][number] => {
    const [left, right] = [points[index - 1]?.[1] ?? value, points[index + 1]?.[1] ?? value]
    return [at, Math.max(Math.min(left, right), Math.min(Math.max(left, right), value))]
  })
}

function best<T>(list: readonly { one: T; value: number }[]): { one: T; value: number } | undefined {
  return list.reduce<{ one: T; value: number } | undefined>(
    (most, each) => (most && most.value >= each.value ? most : each),
    undefined,
  )
}

/**
 * How clearly a series stepped at a moment, 0 to 1: it must have been level before, and its largest jump must be then.
 */
function stepAt(points: SeriesFacts['points'], at: number, until: number): number {
  const cut = points.findIndex(([time]) => time >= at)
  const past = valuesOf(points, cut - before, cut)
  if (cut < 0 || past.length < pointsMin) return 0
  const shift = Math.max(...afters.map((length) => shiftAt(points, cut, length, until)))
  if (shift < stepMin) return 0
  const half = Math.floor(past.length / 2)
  const moving = Math.abs(median(past.slice(half)) - median(past.slice(0, half))) / spreadOf(past)
  if (moving > shift / 2) return 0
  const off = Math.abs(largestJump(points, cut, until) - cut)
  const dated = Math.max(0, 1 - Math.max(0, off - exactPoints) / blurPoints)
  return dated * Math.min(1, Math.log2(1 + shift / stepMin) / 3)
}

/** True if the values after a moment are mostly lower than those before it. */
function fellAt(points: SeriesFacts['points'], at: number, until: number): boolean {
  const cut = points.findIndex(([time]) => time >= at)
  const next = points.slice(cut + 1, cut + 1 + Math.min(...afters)).filter(([time]) => time <= until)
  return median(next.map(([, value]) => value)) < median(valuesOf(points, cut - before, cut))
}

/** Number of points that a jump may be off and still count fully; beyond it, the jump counts less and less. */
const exactPoints = 2
const blurPoints = 5
const jumpPoints = 4
const searched = { back: 8, forth: 16 }

/** Index near a moment at which the points before and after differ most. */
function largestJump(points: SeriesFacts['points'], cut: number, until: number): number {
  let [best, most] = [cut, -1]
  for (let index = Math.max(jumpPoints, cut - searched.back); index <= cut + searched.forth; index++) {
    const next = points.slice(index, index + jumpPoints)
    if (next.length < jumpPoints || (next.at(-1)?.[0] ?? 0) > until) break
    const jump = Math.abs(median(next.map(([, value]) => value)) - median(valuesOf(points, index - jumpPoints, index)))
    if (jump > most * 1.02) [best, most] = [index, jump]
  }
  return best
}

/** Deviations between the levels before and after a point; 0 if the values overlap. */
function shiftAt(points: SeriesFacts['points'], cut: number, length: number, until: number): number {
  const past = valuesOf(points, cut - before, cut)
  const next = points
    .slice(Math.max(0, cut + 1), cut + 1 + length)
    .flatMap(([time, value]) => (time <= until ? [value] : []))
  if (past.length < pointsMin || next.length < pointsMin) return 0
  const shift = (median(next) - median(past)) / spreadOf(past)
  const p = shift > 0 ? higherProbability(past, next) : higherProbability(next, past)
  return p < 0.001 ? Math.abs(shift) : 0
}

function spreadOf(values: readonly number[]): number {
  const level = Math.abs(median(values))
  return Math.max(robustDeviation(values), robustDeviation(differences(values), 0) / Math.SQRT2, 0.03 * level, 1e-9)
}

/** How much steeper a series rises or falls from a moment on, 0 to 1. */
function slopeAt(points: SeriesFacts['points'], at: number, until: number): number {
  const cut = points.findIndex(([time]) => time >= at)
  if (cut < 0) return 0
  const turn = turnAt(points, cut, until)
  if (turn < stepMin || largestStep(points, cut) > turn / 2) return 0
  const offsets = [-15, -10, -6, 6, 10, 15]
  const beside = Math.max(...offsets.map((offset) => turnAt(points, cut + offset, until)))
  return beside > 1.05 * turn ? 0 : Math.min(1, Math.log2(1 + turn / stepMin) / 3)
}

/** Deviations of the largest jump around a point: a step is no climb. */
function largestStep(points: SeriesFacts['points'], cut: number): number {
  const past = valuesOf(points, cut - slopePoints, cut)
  const steps = differences(valuesOf(points, cut, cut + slopePoints))
  const noise = Math.max(robustDeviation(differences(past), 0) / Math.SQRT2, 0.02 * Math.abs(median(past)), 1e-9)
  return Math.max(0, ...steps.map(Math.abs)) / noise
}

/** Deviations by which the change of slope moves the series within the compared points. */
function turnAt(points: SeriesFacts['points'], cut: number, until: number): number {
  const past = valuesOf(points, cut - slopePoints, cut)
  const next = points
    .slice(Math.max(0, cut), cut + slopePoints)
    .flatMap(([time, value]) => (time <= until ? [value] : []))
  if (past.length < 12 || next.length < 12) return 0
  const [a, b] = [theilSenSlope(past), theilSenSlope(next)]
  const noise = Math.max(robustDeviation(differences(past), 0) / Math.SQRT2, 0.02 * Math.abs(median(past)), 1e-9)
  if (Math.abs(b) < 3 * Math.abs(a)) return 0
  return (Math.abs(b - a) * next.length) / noise / 2
}

function valuesOf(points: SeriesFacts['points'], from: number, until: number): number[] {
  return points.slice(Math.max(0, from), Math.max(0, until)).map(([, value]) => value)
}
