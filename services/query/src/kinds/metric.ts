import { containerMetricNames, hourMs, type MetricSample, minuteMs, type queryMetrics } from '@signalbox/contracts'
import type { ApiCaller, RouteHandler } from '@signalbox/service-kit'
import { aggregateContainers, labelAggregates, countOfSamples } from '../selection/container-series.js'
import { allOf, whereEqual, whereStartsWith, type Filter } from '../selection/filter.js'
import type { QueryContext } from '../reading/query-context.js'
import { ofOrganization, withinWindow, type TelemetryScope } from '../selection/telemetry-scope.js'
import { resolveTimeWindow, type TimeWindow } from '../selection/time-window.js'
import { countSamples, listSamples } from './sample-sources.js'
import { sliceOfPage, type SampleBucket } from '../selection/sample-slice.js'

type MetricsQuery = Parameters<RouteHandler<typeof queryMetrics>>[0]['query']

interface StoredSample extends Omit<MetricSample, 'timestamp'> {
  timestampMs: number
}

/** Longer windows are counted by hour to keep the histogram small. */
const countedByMinuteMsMax = 50 * hourMs

function samplesOf(organizationId: string, query: MetricsQuery): Filter {
  return allOf(
    ofOrganization(organizationId),
    whereEqual('cluster', query.cluster),
    whereEqual('namespace', query.namespace),
    whereStartsWith('pod', query.pod),
    whereEqual('container', query.container),
  )
}

function toSample({ timestampMs, ...sample }: StoredSample): MetricSample {
  return { timestamp: new Date(timestampMs).toISOString(), ...sample }
}

interface Histogram {
  bucketMs: number
  /** Newest first, none empty. */
  buckets: SampleBucket[]
}

async function countByTime(
  { store }: QueryContext,
  request: { filter: Filter; metric: string | undefined; window: TimeWindow },
): Promise<Histogram> {
  const { filter, metric, window } = request
  const byMinute = window.untilMs - window.startMs <= countedByMinuteMsMax
  const counts = countSamples(
    allOf(filter, withinWindow('timestamp', window)),
    metric,
    byMinute ? 'toStartOfMinute' : 'toStartOfHour',
  )
  const buckets = await store.read<SampleBucket>({
    name: 'metricsHistogram',
    sql: `
      SELECT toUnixTimestamp(bucket) * 1000 AS startMs, sum(samples) AS count
      FROM (${counts.sql})
      GROUP BY bucket
      HAVING count > 0
      ORDER BY bucket DESC`,
    parameters: counts.parameters,
  })
  return { bucketMs: byMinute ? minuteMs : hourMs, buckets }
}

/**
 * Samples, newest first, ties by labels and metric name. Two steps: samples are counted by time, which yields the total
 * and the time range of the page; then only that range is sorted.
 */
export async function listMetrics(context: QueryContext, caller: ApiCaller, query: MetricsQuery) {
  const window = resolveTimeWindow(query, context.clock())
  const filter = samplesOf(caller.organizationId, query)
  const { bucketMs, buckets } = await countByTime(context, { filter, metric: query.metric, window })
  const total = buckets.reduce((sum, { count }) => sum + count, 0)
  const slice = sliceOfPage(buckets, bucketMs, query)
  if (slice === undefined) return { metrics: [], total }
  const part = {
    startMs: Math.max(slice.startMs, window.startMs),
    untilMs: Math.min(slice.untilMs, window.untilMs),
  }
  const samples = listSamples(allOf(filter, withinWindow('timestamp', part)), query.metric)
  const rows = await context.store.read<StoredSample>({
    name: 'metricsPage',
    sql: `
      SELECT toUnixTimestamp64Milli(timestamp) AS timestampMs, cluster, namespace, pod, container, node, metric_name,
        value
      FROM (${samples.sql})
      ORDER BY timestamp DESC, cluster, namespace, pod, container, node, metric_name, value
      LIMIT {limit:UInt32} OFFSET {offset:UInt32}`,
    parameters: { ...samples.parameters, limit: query.limit, offset: slice.offset },
  })
  return { metrics: rows.map(toSample), total }
}

const samplesOfSeries = containerMetricNames.map(countOfSamples).join(' + ')

/** Samples as counted by the metrics query, and their containers and pods. Metrics have no project. */
export async function summarizeMetrics({ store }: QueryContext, { organizationId, window }: TelemetryScope) {
  const containers = aggregateContainers(organizationId, window, [...labelAggregates, `${samplesOfSeries} AS samples`])
  const points = allOf(ofOrganization(organizationId), withinWindow('timestamp', window))
  const [counts] = await store.read<{ total: number; containers: number; pods: number }>({
    name: 'metricStats',
    sql: `
      SELECT sum(samples) AS total, uniqExactIf((cluster, namespace, pod, container), container != '') AS containers,
        uniqExactIf((cluster, namespace, pod), pod != '') AS pods
      FROM (
        ${containers.sql}
        UNION ALL
        SELECT series, ${labelAggregates.join(', ')}, count() AS samples
        FROM metric_points WHERE ${points.sql}
        GROUP BY series)`,
    parameters: { ...containers.parameters, ...points.parameters },
  })
  return counts ?? { total: 0, containers: 0, pods: 0 }
}
