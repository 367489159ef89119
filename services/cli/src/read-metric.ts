import type { ApiClient } from '@signalbox/api-client'
import {
  queryAppMetrics,
  queryDataPoints,
  type AppMetricPoint,
  type AppMetricSeries,
  type DataPointAggregate,
  type Since,
} from '@signalbox/contracts'
import { UsageError } from './exit-codes.js'
import { given } from './given.js'

/** Which metric to read, and how. */
export interface MetricRequest {
  name: string
  since: Since
  /** Default: depends on the metric. */
  aggregate?: DataPointAggregate
  /** `name:value` each. */
  filter: string[]
  /** Attributes. */
  group: string[]
  /** Seconds. */
  step?: number
  service?: string
  project?: string
}

/** A metric over time. */
export interface ReadMetric {
  aggregate: DataPointAggregate
  type: string
  unit: string
  intervalSeconds: number
  /** None if nothing was sent. */
  series: { group: Readonly<Record<string, string>>; points: { timestamp: string; value: number }[] }[]
  /** Number of groups that are not in `series`. */
  leftOut: number
}

/**
 * Reads a metric: data points of OpenTelemetry and Prometheus or, if there are none, an application metric.
 * @throws UsageError if application metrics do not have the aggregate or groups; ApiError, ApiConnectionError.
 */
export async function readMetric(client: ApiClient, request: MetricRequest): Promise<ReadMetric> {
  const { name, since, aggregate, filter, group, step, service, project } = request
  const common = {
    ...{ name, since, ...given({ service, project_id: project, interval_seconds: step }) },
    ...(filter.length > 0 && { attribute: filter }),
  }
  const query = { ...common, ...given({ aggregate }), ...(group.length > 0 && { group_by: group }) }
  const answer = await client.call(queryDataPoints, { query })
  if (answer.metric !== null) {
    const { kind: type, unit } = answer.metric
    // Groups have no points if the metric does not have the aggregate.
    const series = answer.series.filter(({ points }) => points.length > 0)
    const { interval_seconds: intervalSeconds, groups_left_out: leftOut } = answer
    return { aggregate: answer.aggregate, type, unit, intervalSeconds, series, leftOut }
  }
  const [groupBy, ...more] = group
  const app = await client.call(queryAppMetrics, { query: { ...common, limit: 1, ...given({ group_by: groupBy }) } })
  if (!('series' in app)) throw new Error('The server listed metrics instead of returning one.')
  if (more.length > 0 && app.series.length > 0) throw new UsageError('application metrics have one --group at most')
  return toReadMetric(app, { aggregate, groupBy })
}

interface AppMetricChoice {
  aggregate: DataPointAggregate | undefined
  groupBy: string | undefined
}

function toReadMetric(
  { type, unit, interval_seconds: intervalSeconds, series, others_left_out: leftOut }: AppMetricSeries,
  { aggregate = type === 'counter' ? 'rate' : 'avg', groupBy }: AppMetricChoice,
): ReadMetric {
  const valueOf = (point: AppMetricPoint): number => {
    if (aggregate === 'rate') return point.sum / intervalSeconds
    if (aggregate === 'p90' || aggregate === 'p99') throw new UsageError(`application metrics have no ${aggregate}`)
    return point[aggregate]
  }
  const read = series.map(({ group, points }) => ({
    group: groupBy === undefined ? {} : { [groupBy]: group ?? '' },
    points: points.map((point) => ({ timestamp: point.timestamp, value: valueOf(point) })),
  }))
  return { aggregate, type: type ?? '', unit: unit ?? '', intervalSeconds, series: read, leftOut }
}
