import type { SeriesFacts } from '../../facts/fact-pack.js'
import { differences, median, quantile, robustDeviation, theilSenSlope } from '../../statistics/robust.js'

const minuteMs = 60_000
/** What lies nearer before the alert is not a baseline: the trouble itself may have begun. */
const pastMs = 8 * minuteMs
const sizeMin = 8
const sizeUsual = 20
const share = 0.4
/** Floors of the deviation, so that constant and coarse series do not depart by nothing: of the level, of the range. */
const floors = { level: 0.0375, range: 0.01 }
/** A drift is taken away when it moves the level so many deviations, and the rest is so much narrower without it. */
const drift = { deviationsMin: 3, spreadMax: 0.6, jumpMax: 0.5 }

/** What a series is compared with: its beginning. */
export interface Baseline {
  /** Points it was taken from, the first ones. */
  size: number
  /** Median of them, in the unit of the series. */
  level: number
  deviation: number
  /** Deviations of every point from the baseline, drift taken away. */
  scores: readonly number[]
}

/** @returns undefined when there is too little before the alert. */
export function fitBaseline(points: SeriesFacts['points'], firedAt: number): Baseline | undefined {
  const past = points.filter(([at]) => at < firedAt - pastMs).length
  const size = Math.min(past, Math.max(sizeUsual, Math.floor(past * share)))
  if (size < sizeMin) return undefined
  const values = points.map(([, value]) => value)
  const base = values.slice(0, size)
  const slope = findDrift(base)
  const straight = values.map((value, index) => value - slope * (index - size / 2))
  const level = median(straight.slice(0, size))
  const deviation = deviationOf(straight.slice(0, size), { level, range: rangeOf(values) })
  const scores = straight.map((value) => (deviation === 0 ? 0 : (value - level) / deviation))
  return { size, level: median(base), deviation, scores }
}

/** The widest of several measures: neighbours that jump, periods and coarse values make a series wide as well. */
function deviationOf(values: readonly number[], { level, range }: { level: number; range: number }): number {
  return Math.max(
    robustDeviation(values, level),
    robustDeviation(differences(values), 0) / Math.SQRT2,
    (quantile(values, 0.95) - quantile(values, 0.05)) / 3.29,
    floors.level * Math.abs(level),
    floors.range * range,
  )
}

/** Slope by point of a baseline that drifts; 0 for one that does not, and for a sawtooth, whose slope leads nowhere. */
function findDrift(base: readonly number[]): number {
  const slope = theilSenSlope(base)
  const total = Math.abs(slope) * base.length
  const noise = robustDeviation(differences(base), 0) / Math.SQRT2
  const straight = base.map((value, index) => value - slope * index)
  const isNarrower = robustDeviation(straight) < drift.spreadMax * robustDeviation(base)
  const range = rangeOf(base)
  const jumpsBack = differences(base).some((step) => step * slope < 0 && Math.abs(step) > drift.jumpMax * range)
  return total > drift.deviationsMin * noise && isNarrower && !jumpsBack ? slope : 0
}

function rangeOf(values: readonly number[]): number {
  return values.reduce((a, b) => Math.max(a, b), -Infinity) - values.reduce((a, b) => Math.min(a, b), Infinity)
}
