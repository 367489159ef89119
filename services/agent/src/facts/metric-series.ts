import type { MetricSeries, MetricSeriesResponse } from '@signalbox/contracts'
import type { EvidenceId, SeriesFacts } from './fact-pack.js'

/**
 * Metric series. A steadily rising counter is converted to a rate per second: its absolute value only shows how long it
 * has been counting, and problems change its slope. A counter that stands still most of the time stays as it is,
 * because its steps are the signal. So does everything that isn't named like a counter, however steadily it grows: a
 * leak does too.
 */
export function readMetricSeries({ series }: MetricSeriesResponse, evidence: EvidenceId): SeriesFacts[] {
  return series.map((one) => ({
    id: `${one.source}:${one.service}:${one.metric}`,
    source: one.source,
    service: one.service,
    metric: one.metric,
    points: isRunning(one) ? ratesOf(one) : one.points.map(({ timestamp, value }) => [Date.parse(timestamp), value]),
    evidence,
  }))
}

/** True if a counter increases between most of its points and hardly ever falls. */
function isRunning({ kind, points }: MetricSeries): boolean {
  if (kind !== 'counter' || points.length < 2) return false
  const steps = points.slice(1).map(({ value }, index) => value - (points[index]?.value ?? value))
  const rises = steps.filter((step) => step > 0).length
  const falls = steps.filter((step) => step < 0).length
  return rises * 2 >= steps.length && falls * 10 <= steps.length
}

function ratesOf({ points }: MetricSeries): [number, number][] {
  return points.flatMap(({ timestamp, rate }): [number, number][] =>
    rate === null ? [] : [[Date.parse(timestamp), rate]],
  )
}
