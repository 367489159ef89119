import type { MetricSeries, MetricSeriesAnswer } from '@signalbox/contracts'
import type { EvidenceId, SeriesFacts } from './fact-pack.js'

/**
 * Metrics as they were sent. A counter that goes up all the time is answered as what it gains in a second: its height
 * says only how long it has been counting, and whatever goes wrong changes its slope. One that stands still most of the
 * time is left as it is, because its steps are what is to be seen; so is everything that is not a counter by its name,
 * however steadily it grows: a leak does.
 */
export function readMetricSeries({ series }: MetricSeriesAnswer, evidence: EvidenceId): SeriesFacts[] {
  return series.map((one) => ({
    id: `${one.source}:${one.service}:${one.metric}`,
    source: one.source,
    service: one.service,
    metric: one.metric,
    points: isRunning(one) ? ratesOf(one) : one.points.map(({ timestamp, value }) => [Date.parse(timestamp), value]),
    evidence,
  }))
}

/** Whether a counter gains something between most of its points, and hardly ever falls. */
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
