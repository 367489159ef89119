import { minuteMs } from '@signalbox/contracts'
import type { SeriesFacts } from '../../facts/fact-pack.js'
import { differences, median, quantile, robustDeviation, theilSenSlope } from '../../statistics/robust.js'

/** Data closer to the alert is no baseline: the problem may already have begun. */
const pastMs = 8 * minuteMs
const sizeMin = 8
const sizeUsual = 20
const share = 0.4
/**
 * Minimum deviation as a share of the level and of the range, so that constant and coarse series don't depart over
 * nothing.
 */
const floors = { level: 0.0375, range: 0.01 }
/**
 * A drift is removed if it moves the level by this many deviations and the remainder is this much narrower without it.
 */
const drift = { deviationsMin: 3, spreadMax: 0.6, jumpMax: 0.5 }

/** The reference of a series: its beginning. */
export interface Baseline {
  /** Number of points in the baseline, from the start. */
  size: number
  /** Their median, in the unit of the series. */
  level: number
  deviation: number
  /** Deviation of every point from the baseline, with drift removed. */
  scores: readonly number[]
}

/** @returns undefined if there is too little data before the alert. */
export function fitBaseline(points: SeriesFacts['points'], firedAt: number): Baseline | undefined {
  const past = points.filter(([at]) => at < firedAt - pastMs).length
  const size = Math.min(past, Math.max(sizeUsual, Math.floor(past * share)))
  if (size < sizeMin) return undefined
  const values = points.map(([, value]) => value)
  const base = values.slice(0, size)
  const slope = findDrift(base, values.slice(0, past))
  const range = rangeOf(values)
  const plain = scoresOf(values, { size, range })
  if (slope === 0) return { size, level: median(base), ...plain }
  const straight = scoresOf(
    values.map((value, index) => value - slope * (index - size / 2)),
    { size, range },
  )
  // A point that either the former level or its drift explains is no departure: a drift need not continue.
  const scores = straight.scores.map((score, index) => nearerToZero(score, plain.scores[index] ?? 0))
  return { size, level: median(base), deviation: straight.deviation, scores }
}

function scoresOf(values: readonly number[], { size, range }: { size: number; range: number }) {
  const level = median(values.slice(0, size))
  const deviation = deviationOf(values.slice(0, size), { level, range })
  return { deviation, scores: values.map((value) => (deviation === 0 ? 0 : (value - level) / deviation)) }
}

function nearerToZero(a: number, b: number): number {
  if (a * b <= 0) return 0
  return Math.abs(a) < Math.abs(b) ? a : b
}

/** The widest of several estimates: jumpy neighbors, periods and coarse values also widen a series. */
function deviationOf(values: readonly number[], { level, range }: { level: number; range: number }): number {
  return Math.max(
    robustDeviation(values, level),
    robustDeviation(differences(values), 0) / Math.SQRT2,
    (quantile(values, 0.95) - quantile(values, 0.05)) / 3.29,
    floors.level * Math.abs(level),
    floors.range * range,
  )
}

/**
 * Slope per point of a drifting baseline; 0 without drift, and for a sawtooth, whose slope leads nowhere.
 * @param past All points before the alert: teeth may be longer than the baseline.
 */
function findDrift(base: readonly number[], past: readonly number[]): number {
  const slope = theilSenSlope(base)
  const total = Math.abs(slope) * base.length
  const noise = robustDeviation(differences(base), 0) / Math.SQRT2
  const straight = base.map((value, index) => value - slope * index)
  const isNarrower = robustDeviation(straight) < drift.spreadMax * robustDeviation(base)
  const range = rangeOf(base)
  const jumpsBack = differences(past).some((step) => step * slope < 0 && Math.abs(step) > drift.jumpMax * range)
  return total > drift.deviationsMin * noise && isNarrower && !jumpsBack ? slope : 0
}

function rangeOf(values: readonly number[]): number {
  return values.reduce((a, b) => Math.max(a, b), -Infinity) - values.reduce((a, b) => Math.min(a, b), Infinity)
}
