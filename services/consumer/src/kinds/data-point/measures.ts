import type { ExponentialHistogramPoint, HistogramPoint, MetricPoint, NumberPoint, SummaryPoint } from '@signalbox/otlp'
import type { DataPointRow } from '@signalbox/telemetry-store/rows'
import { toExplicitBuckets } from './explicit-buckets.js'

/** A point's measurements; each kind of point has its own columns. */
export type Measures = Partial<
  Pick<DataPointRow, 'value' | 'count' | 'sum' | 'min' | 'max' | 'bounds' | 'counts' | 'quantiles' | 'quantile_values'>
>

/** @returns undefined if the point cannot be stored. */
type Measure<Point> = (point: Point) => Measures | undefined

const measureNumber: Measure<NumberPoint> = ({ value }) =>
  Number.isFinite(value) ? { value: value ?? null } : undefined

const measureHistogram: Measure<HistogramPoint> = (point) => {
  const { bounds, counts } = withoutInfinity(point)
  const isEmpty = counts.length === 0 && bounds.length === 0
  if (!isEmpty && counts.length !== bounds.length + 1) return undefined
  const isRising = bounds.every((bound, index) => Number.isFinite(bound) && bound > (bounds[index - 1] ?? -Infinity))
  return isRising && counts.every(isCount)
    ? measureTotals(point, { bounds: [...bounds], counts: [...counts] })
    : undefined
}

/** Drops a last bound of infinity: the last bucket is open anyway, and nothing is beyond it. */
function withoutInfinity({ bounds, counts }: HistogramPoint): Pick<HistogramPoint, 'bounds' | 'counts'> {
  if (bounds.at(-1) !== Infinity || counts.length !== bounds.length + 1) return { bounds, counts }
  const [below = 0, beyond = 0] = counts.slice(-2)
  return { bounds: bounds.slice(0, -1), counts: [...counts.slice(0, -2), below + beyond] }
}

const measureExponential: Measure<ExponentialHistogramPoint> = (point) => {
  const { positive, negative, zeroCount } = point
  if (![...positive.counts, ...negative.counts, zeroCount].every(isCount)) return undefined
  const buckets = toExplicitBuckets(point)
  return buckets && measureTotals(point, buckets)
}

const measureSummary: Measure<SummaryPoint> = (point) => {
  const quantiles = point.quantiles.filter((pair) => pair.every((number) => Number.isFinite(number)))
  return measureTotals(
    { ...point, min: undefined, max: undefined },
    { quantiles: quantiles.map(([quantile]) => quantile), quantile_values: quantiles.map(([, value]) => value) },
  )
}

type Totals = Pick<HistogramPoint, 'count' | 'sum' | 'min' | 'max'>

function measureTotals({ count, sum, min, max }: Totals, rest: Measures): Measures | undefined {
  if (!isCount(count)) return undefined
  return { count, sum: finiteOrNull(sum), min: finiteOrNull(min), max: finiteOrNull(max), ...rest }
}

function isCount(count: number): boolean {
  return Number.isFinite(count) && count >= 0
}

function finiteOrNull(value: number | undefined): number | null {
  return value !== undefined && Number.isFinite(value) ? value : null
}

/**
 * Reads a point's measurements.
 * @returns undefined if it is inconsistent or contains NaN.
 */
export function measure(point: MetricPoint): Measures | undefined {
  if (point.type === 'number') return measureNumber(point)
  if (point.type === 'histogram') return measureHistogram(point)
  return point.type === 'summary' ? measureSummary(point) : measureExponential(point)
}
