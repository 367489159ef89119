import { limits, queryDataPoints, type DataPointAggregate, type DataPointsResponse } from '@signalbox/contracts'
import { givenFilters, type QueryContext } from '../../telemetry-queries/query-context.js'
import { windowBefore } from '../../telemetry-queries/window.js'
import { nothingMeasured, type MeasuredSubject, type Measurement } from '../measurement.js'

/** An OpenTelemetry or Prometheus metric, and how its data points are selected, grouped and aggregated. */
export interface MeasuredDataPoints {
  metric: string
  /** Default: that of the query, which depends on the metric. */
  aggregate?: DataPointAggregate | undefined
  within_minutes: number
  project_id: string | null
  service?: string | undefined
  /** `name:value` each; all must match. */
  attribute?: string[] | undefined
  group_by?: string[] | undefined
}

/**
 * Aggregates the data points of a metric over the window, one subject per group. A group that no longer sends is ok, as
 * when its pod is gone; if no group sends, nothing was measured. Rejects if the query is refused or fails.
 */
export async function measureDataPoints(context: QueryContext, wanted: MeasuredDataPoints): Promise<Measurement> {
  const { series, groups_left_out: leftOut } = await readWindow(context, wanted)
  const subjects = series.flatMap(toSubject)
  return subjects.length === 0 ? nothingMeasured : { hasData: true, isComplete: leftOut === 0, subjects }
}

/** Counts the series of a metric that sent data points in the window. Rejects if the query is refused or fails. */
export async function countDataPointSeries(context: QueryContext, wanted: MeasuredDataPoints): Promise<number> {
  const { metric } = await readWindow(context, wanted)
  return metric?.series ?? 0
}

function readWindow(
  { queryTelemetry, organizationId, now }: QueryContext,
  { metric: name, aggregate, within_minutes, project_id, service, attribute, group_by }: MeasuredDataPoints,
): Promise<DataPointsResponse> {
  const filters = givenFilters({ aggregate, project_id, service, attribute, group_by })
  const query = { ...windowBefore(now, within_minutes), name, whole_range: true, ...filters }
  return queryTelemetry(organizationId, queryDataPoints, query)
}

function toSubject({ group, points: [point] }: DataPointsResponse['series'][number]): MeasuredSubject[] {
  if (point === undefined) return []
  const named = Object.entries(group).filter(([, value]) => value !== '')
  const subject = named.map(([name, value]) => `${name}=${value}`).join(', ')
  const key = Object.keys(group).length === 0 ? '' : JSON.stringify(group)
  return [{ key, subject: subject.slice(0, limits.text.nameLengthMax), value: point.value }]
}
