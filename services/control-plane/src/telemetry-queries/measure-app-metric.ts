import { queryAppMetrics, type MetricAggregate } from '@signalbox/contracts'
import type { QueryContext } from './query-context.js'
import { summarizePoints } from './summarize.js'
import type { MeasuredWindow } from './window.js'

/** An application metric and how to aggregate its values into one number. */
export interface MeasuredMetric {
  name: string
  aggregate: MetricAggregate
  window: MeasuredWindow
  /** Interval of the points in the window. */
  interval_seconds: number
  project_id?: string
  service?: string
  environment?: string
}

/** @returns undefined if nothing was measured. Rejects if the query is refused or unanswered. */
export async function measureAppMetric(
  { queryTelemetry, organizationId }: QueryContext,
  { aggregate, window, ...filters }: MeasuredMetric,
): Promise<number | undefined> {
  const answer = await queryTelemetry(organizationId, queryAppMetrics, { ...window, ...filters, limit: 1 })
  const points = 'series' in answer ? answer.series.flatMap((series) => series.points) : []
  return summarizePoints(points, aggregate)
}
