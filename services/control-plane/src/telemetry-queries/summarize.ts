import type { AppMetricPoint, MetricAggregate } from '@signalbox/contracts'

/** Measurements of one interval. */
export type SummedPoint = Pick<AppMetricPoint, 'count' | 'sum' | 'min' | 'max' | 'p50' | 'p95'>

/**
 * Aggregates the points of a window into one number. Quantiles are averages of the points' quantiles, weighted by
 * count, because exact quantiles cannot be combined.
 * @returns undefined if nothing was measured, except for a count or sum, which is 0.
 */
export function summarizePoints(points: readonly SummedPoint[], aggregate: MetricAggregate): number | undefined {
  const add = (valueOf: (point: SummedPoint) => number) => points.reduce((all, point) => all + valueOf(point), 0)
  const count = add((point) => point.count)
  if (aggregate === 'count') return count
  const sum = add((point) => point.sum)
  if (aggregate === 'sum') return sum
  if (count === 0) return undefined
  if (aggregate === 'avg') return sum / count
  if (aggregate === 'min') return Math.min(...points.map(({ min }) => min))
  if (aggregate === 'max') return Math.max(...points.map(({ max }) => max))
  return add((point) => point[aggregate] * point.count) / count
}

/**
 * Aggregates single values into one number. A quantile is the smallest value with at least that share of values at or
 * below it.
 * @returns like `summarizePoints`.
 */
export function summarizeValues(values: readonly number[], aggregate: MetricAggregate): number | undefined {
  const sorted = [...values].sort((left, right) => left - right)
  // No point without values.
  const points = sorted.slice(0, 1).map((min) => ({
    count: sorted.length,
    sum: sorted.reduce((all, value) => all + value, 0),
    min,
    max: sorted.at(-1) ?? min,
    p50: sorted[Math.ceil(0.5 * sorted.length) - 1] ?? min,
    p95: sorted[Math.ceil(0.95 * sorted.length) - 1] ?? min,
  }))
  return summarizePoints(points, aggregate)
}
