import { minuteMs } from '@signalbox/contracts'
import type { SeriesFacts } from '../../facts/fact-pack.js'
import { higherProbability } from '../../statistics/rank-sum.js'
import { median, quantile } from '../../statistics/robust.js'
import type { AlertRange } from './departure.js'
import { fitBaseline, type Baseline } from './series-baseline.js'

const pointsMin = 12
/** Minimum deviations at the time of the alert; the alert's own series has already crossed a threshold. */
const awayMin = { own: 2.5, other: 5, otherBurst: 10 }
/** A departure is followed back until it falls below this many deviations. */
const nearMin = 3
/** Consecutive points near the baseline that end a departure. */
const breakPoints = 3
/**
 * An earlier run of this relative height is joined to a later one across a gap of at most this length: the series
 * flaps.
 */
const flap = { height: 0.4, gapMs: 15 * minuteMs }
const footShare = 0.1
const pMax = 0.01
/** The last level is that of the last third of the points, but of at least this many. */
const lastPoints = 5

/** When and how far a series left its baseline without returning. */
export interface SeriesDeparture {
  at: number
  direction: 'up' | 'down'
  /** Deviations at the time of the alert. */
  height: number
  p: number
  isSharp: boolean
  before: number
  /** Level reached by then, ignoring the most extreme points. */
  after: number
  /** Its last level. */
  last: number
}

/**
 * Determines whether a series is off its baseline when the alert fires, and follows the departure back to its start.
 * Excursions that ended before that, however odd, are not departures.
 * @param isOwn True if it is the series that the alert is about.
 */
export function findSeriesDeparture(
  { points }: SeriesFacts,
  { firedAt, until }: AlertRange,
  isOwn: boolean,
): SeriesDeparture | undefined {
  const seen = points.filter(([at]) => at <= until)
  if (seen.length < pointsMin) return undefined
  const baseline = fitBaseline(seen, firedAt)
  if (!baseline) return undefined
  const { scores } = baseline
  const peak = findPeak(seen, scores, { firedAt, isOwn })
  if (!peak) return undefined
  const p = rankProbability(seen, baseline, { firedAt, sign: peak.sign })
  if (p > pMax && !isOwn) return undefined
  const { start, isRecurring } = findStart(seen, baseline, { ...peak, isOwn })
  const step = isRecurring
    ? undefined
    : findLaterStep(scores, { start, end: peak.end, height: peak.height, sign: peak.sign })
  const at = step ?? start
  const isSharp = isRecurring || step !== undefined || isStep(scores, at, peak)
  const away = seen.slice(at, peak.end + 1).map(([, value]) => value)
  return {
    at: seen[at]?.[0] ?? firedAt,
    direction: peak.sign > 0 ? 'up' : 'down',
    height: peak.height,
    p: Math.max(p, 1e-12),
    isSharp,
    before: baseline.level,
    after: quantile(away, peak.sign > 0 ? 0.9 : 0.1),
    last: median(away.slice(-Math.max(lastPoints, Math.ceil(away.length / 3)))),
  }
}

interface Peak {
  sign: 1 | -1
  height: number
  /** Index of the last point off the baseline. */
  end: number
}

/**
 * How far off the series is at the alert, or else its two most extreme neighbors shortly before: a burst that ended by
 * itself.
 */
function findPeak(
  points: SeriesFacts['points'],
  scores: readonly number[],
  { firedAt, isOwn }: { firedAt: number; isOwn: boolean },
): Peak | undefined {
  const indexed = points.map(([at], index) => ({ at, index, score: scores[index] ?? 0 }))
  const now = indexed.filter(({ at }) => at >= firedAt - 4 * minuteMs)
  const level = median(now.map(({ score }) => score))
  if (now.length > 0 && Math.abs(level) >= (isOwn ? awayMin.own : awayMin.other)) {
    const sign = level > 0 ? 1 : -1
    const end = now.findLast(({ score }) => score * sign >= nearMin)?.index ?? now.at(-1)?.index ?? 0
    return { sign, height: Math.abs(level), end }
  }
  const near = indexed.filter(({ at }) => at >= firedAt - 8 * minuteMs && at <= firedAt + 2 * minuteMs)
  const pairs = near.slice(1).map((point, index) => {
    const before = near[index]?.score ?? 0
    const isSameSide = before * point.score > 0
    return { height: isSameSide ? Math.min(Math.abs(before), Math.abs(point.score)) : 0, point }
  })
  const best = pairs.reduce(
    (most, pair) => (pair.height > most.height ? pair : most),
    pairs[0] ?? { height: 0, point: undefined },
  )
  if (best.point === undefined || best.height < (isOwn ? awayMin.other : awayMin.otherBurst)) return undefined
  return { sign: best.point.score > 0 ? 1 : -1, height: best.height, end: best.point.index }
}

function rankProbability(
  points: SeriesFacts['points'],
  { scores, size }: Baseline,
  { firedAt, sign }: { firedAt: number; sign: number },
): number {
  const after = points.flatMap(([at], index) => (at >= firedAt - 8 * minuteMs ? [(scores[index] ?? 0) * sign] : []))
  return higherProbability(
    scores.slice(0, size).map((score) => score * sign),
    after,
  )
}

/**
 * Index of the first point of the departure: goes back while the series is off, across gaps of a flapping series, then
 * down to its foot. A recurring departure is dated by its first episode, however small compared to the last.
 */
function findStart(
  points: SeriesFacts['points'],
  { scores, size }: Baseline,
  { sign, height, end, isOwn }: Peak & { isOwn: boolean },
): { start: number; isRecurring: boolean } {
  const away = scores.map((score) => score * sign)
  const usual = Math.max(0, ...away.slice(0, size))
  const near = isOwn ? Math.min(nearMin, Math.max(1.5, 1.1 * usual)) : nearMin
  let start = walkBack(away, end, near)
  if (usual < flap.height * height) {
    for (let joined = joinEarlier(points, away, { start, height }); joined !== undefined;) {
      start = walkBack(away, joined, near)
      joined = joinEarlier(points, away, { start, height })
    }
  }
  const earlier = isOwn ? findEpisode(away, { from: size, until: start, least: Math.max(8, 0.2 * height) }) : undefined
  const isRecurring = earlier !== undefined && usual < 0.2 * height
  if (isRecurring) start = walkBack(away, earlier, near)
  const foot = Math.max(near, footShare * height)
  const risen = away.slice(0, end).findIndex((value, index) => index >= start && value >= foot)
  return { start: risen === -1 ? start : risen, isRecurring }
}

function walkBack(away: readonly number[], end: number, near: number): number {
  let start = end
  for (let index = end, missed = 0; index >= 0 && missed < breakPoints; index--) {
    if ((away[index] ?? 0) >= near) {
      start = index
      missed = 0
    } else missed++
  }
  return start
}

/** Index of the first point of an earlier episode of the alert's own series, which came, went and came back. */
function findEpisode(
  away: readonly number[],
  { from, until, least }: { from: number; until: number; least: number },
): number | undefined {
  for (let index = from; index < until - 1; index++) {
    if ((away[index] ?? 0) >= least && (away[index + 1] ?? 0) >= least) return index
  }
  return undefined
}

/** Index of the end of an earlier run that is nearly as high; undefined if none is close enough. */
function joinEarlier(
  points: SeriesFacts['points'],
  away: readonly number[],
  { start, height }: { start: number; height: number },
): number | undefined {
  const from = (points[start]?.[0] ?? 0) - flap.gapMs
  for (let index = start - 1; index > 0 && (points[index]?.[0] ?? 0) >= from; index--) {
    const least = flap.height * height
    if ((away[index] ?? 0) >= least && (away[index - 1] ?? 0) >= least) return index
  }
  return undefined
}

/** A step within a departure dates it only if what came before was small and long. */
function findLaterStep(
  scores: readonly number[],
  { start, end, height, sign }: { start: number; end: number; height: number; sign: number },
): number | undefined {
  const away = scores.map((score) => score * sign)
  for (let index = start + 5; index <= end; index++) {
    const rise = median(away.slice(index, index + 5)) - median(away.slice(Math.max(0, index - 8), index))
    if (rise >= 0.5 * height && median(away.slice(start, index)) < 0.25 * height) return index
  }
  return undefined
}

/** True if half of the height was reached within a few points of the start. */
function isStep(scores: readonly number[], at: number, { height, sign }: Peak): boolean {
  const away = scores.map((score) => score * sign)
  return [0, 1, 2, 3].some((lead) => {
    const index = at + lead
    const rise = median(away.slice(index, index + 5)) - median(away.slice(Math.max(0, index - 8), index))
    return rise >= 0.5 * height
  })
}
