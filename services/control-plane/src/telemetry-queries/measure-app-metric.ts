import { queryAppMetrics, type MetricAggregate } from '@signalbox/contracts'
import type { QueryContext } from './query-context.js'
import { summarizePoints } from './summarize.js'
import type { MeasuredWindow } from './window.js'

/** Which metric of applications is measured, and how its values become one number. */
export interface MeasuredMetric {
  name: string
  aggregate: MetricAggregate
  window: MeasuredWindow
  /** Of the points of the window. */
  interval_seconds: number
  project_id?: string
  service?: string
  environment?: string
}

/** @returns undefined when nothing was measured. Rejects when the question is refused or cannot be asked. */
export async function measureAppMetric(
  { ask, organizationId }: QueryContext,
  { aggregate, window, ...filters }: MeasuredMetric,
): Promise<number | undefined> {
  const answer = await ask(organizationId, queryAppMetrics, { ...window, ...filters, limit: 1 })
  const points = 'series' in answer ? answer.series.flatMap((series) => series.points) : []
  return summarizePoints(points, aggregate)
}
