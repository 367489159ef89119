import type { MetricSeries } from '@signalbox/contracts'
import { containerMetricNames } from '@signalbox/contracts'
import type { TelemetryReader } from '@signalbox/telemetry-store'
import { aggregateContainers, labelAggregates } from '../selection/container-series.js'
import { allOf, type Filter } from '../selection/filter.js'
import { ofOrganization, withinScope, withinWindow, type TelemetryScope } from '../selection/telemetry-scope.js'
import { intervalOf } from '../selection/interval.js'

/** One stored point of a series. */
export interface StoredPoint extends Pick<MetricSeries, 'service' | 'metric' | 'kind'> {
  /** Unix milliseconds. */
  startMs: number
  value: number
  rate: number | null
}

/** The subject of a sample: the most specific one it names. */
const subject = "multiIf(container != '', container, pod != '', pod, node != '', node, cluster)"

/** Cumulative counters, recognized by name. */
const countsUp = (name: string) => name.startsWith('network_')
// Prometheus series have their labels after the name.
const pointCountsUp = String.raw`match(metric_name, '_total($|[{])')`

/** Container columns as rows by series and interval: `series, startMs, metric, value`. Aggregates are slow on nulls. */
function containerRows(filter: Filter, columns: readonly string[], aggregate: 'avgIf' | 'maxIf'): string {
  const values = columns.map(
    (name) => `('${name}', ${aggregate}(assumeNotNull(${name}), isNotNull(${name})), countIf(isNotNull(${name})))`,
  )
  return `
    SELECT series, startMs, sample.1 AS metric, sample.2 AS value
    FROM (
      SELECT series, ${intervalOf('timestamp')} AS startMs, [${values.join(', ')}] AS samples
      FROM container_metrics WHERE ${filter.sql}
      GROUP BY series, startMs)
    ARRAY JOIN samples AS sample
    WHERE sample.3 > 0`
}

/** Means by series and interval. */
function gaugeRows(filter: Filter): string {
  const columns = containerMetricNames.filter((name) => !countsUp(name))
  return `
    ${containerRows(filter, columns, 'avgIf')}
    UNION ALL
    SELECT series, ${intervalOf('timestamp')} AS startMs, metric_name AS metric, avg(metric_points.value) AS value
    FROM metric_points WHERE ${filter.sql} AND NOT ${pointCountsUp}
    GROUP BY metric_name, series, startMs`
}

/** Counter readings by series and interval. */
function counterRows(filter: Filter): string {
  const columns = containerMetricNames.filter(countsUp)
  return `
    ${containerRows(filter, columns, 'maxIf')}
    UNION ALL
    SELECT series, ${intervalOf('timestamp')} AS startMs, metric_name AS metric,
      argMax(metric_points.value, timestamp) AS value
    FROM metric_points WHERE ${filter.sql} AND ${pointCountsUp}
    GROUP BY metric_name, series, startMs`
}

/** Names of series: a query with the columns `series, service`. */
function namedSeries({ organizationId, window }: TelemetryScope, points: Filter): Filter {
  const containers = aggregateContainers(organizationId, window, labelAggregates)
  return {
    sql: `
      SELECT series, any(${subject}) AS service
      FROM (
        ${containers.sql}
        UNION ALL
        SELECT series, ${labelAggregates.join(', ')} FROM metric_points WHERE ${points.sql} GROUP BY series)
      GROUP BY series`,
    parameters: { ...containers.parameters, ...points.parameters },
  }
}

/**
 * Points of everything that agents report, by service, metric and time. Counter increases are computed per series
 * before replicas are combined: a replica that starts or ends is neither a rise nor a fall.
 */
export function readContainerPoints(
  store: TelemetryReader,
  scope: TelemetryScope,
  intervalMs: number,
): Promise<StoredPoint[]> {
  const filter = allOf(ofOrganization(scope.organizationId), withinWindow('timestamp', scope.window))
  const names = namedSeries(scope, filter)
  return store.read<StoredPoint>({
    name: 'containerSeries',
    sql: `
      SELECT service, metric, kind, startMs, avg(reading) AS value, sum(gainedInSecond) AS rate
      FROM (
        SELECT series, metric, 'gauge' AS kind, startMs, value AS reading, NULL AS gainedInSecond
        FROM (${gaugeRows(filter)})
        UNION ALL
        SELECT series, metric, 'counter' AS kind, startMs, value AS reading,
          if(place = 1, NULL, if(value >= previous, value - previous, value) * 1000 / (startMs - previousMs)) AS gainedInSecond
        FROM (
          SELECT *, row_number() OVER earlier AS place, lagInFrame(value) OVER earlier AS previous,
            lagInFrame(startMs) OVER earlier AS previousMs
          FROM (${counterRows(filter)})
          WINDOW earlier AS (PARTITION BY metric, series ORDER BY startMs ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW))
      ) AS points
      INNER JOIN (${names.sql}) AS names USING (series)
      GROUP BY service, metric, kind, startMs
      ORDER BY service, metric, startMs`,
    parameters: { ...filter.parameters, ...names.parameters, intervalMs },
  })
}

/**
 * Points of all application metrics. Counters are summed; distributions yield the 95th percentile, because means hide
 * what only a few callers experience. A name that was sent with several types or units is returned with the most
 * frequent one.
 */
export function readAppPoints(
  store: TelemetryReader,
  scope: TelemetryScope,
  intervalMs: number,
): Promise<StoredPoint[]> {
  const filter = withinScope(scope, 'timestamp')
  return store.read<StoredPoint>({
    name: 'appSeries',
    sql: `
      SELECT service, name AS metric, 'gauge' AS kind, ${intervalOf('timestamp')} AS startMs,
        least(greatest(multiIf(any(type) = 'counter', sum(value), any(type) = 'gauge', avg(value),
          quantileExact(0.95)(value)), -1.7976931348623157e308), 1.7976931348623157e308) AS value,
        NULL AS rate
      FROM app_metrics
      WHERE ${filter.sql} AND (service, name, type, unit) IN (
        SELECT service, name, type, unit FROM app_metrics WHERE ${filter.sql}
        GROUP BY service, name, type, unit
        ORDER BY count() DESC, type, unit
        LIMIT 1 BY service, name)
      GROUP BY service, name, startMs
      ORDER BY service, name, startMs`,
    parameters: { ...filter.parameters, intervalMs },
  })
}

/** Number of series: as returned, and as sent by replicas. */
export async function countSeries(
  store: TelemetryReader,
  scope: TelemetryScope,
): Promise<{ answered: number; sent: number }> {
  const points = allOf(ofOrganization(scope.organizationId), withinWindow('timestamp', scope.window))
  const containers = aggregateContainers(scope.organizationId, scope.window, labelAggregates)
  const measured = withinScope(scope, 'timestamp')
  const [counted] = await store.read<{ answered: number; sent: number }>({
    name: 'seriesCount',
    sql: `
      SELECT sum(names) AS answered, sum(series) AS sent FROM (
        SELECT uniqExact(${subject}) * {containerColumns:UInt32} AS names, uniqExact(series) * {containerColumns:UInt32} AS series
        FROM (${containers.sql})
        UNION ALL
        SELECT uniqExact(${subject}, metric_name) AS names, uniqExact(metric_name, series) AS series
        FROM metric_points WHERE ${points.sql}
        UNION ALL
        SELECT uniqExact(service, name) AS names, uniqExact(service, name) AS series
        FROM app_metrics WHERE ${measured.sql}
        UNION ALL
        SELECT uniqExact(service, name) AS names, uniqExact(service, name) AS series
        FROM data_points WHERE ${measured.sql})`,
    parameters: {
      ...points.parameters,
      ...containers.parameters,
      ...measured.parameters,
      containerColumns: containerMetricNames.length,
    },
  })
  return counted ?? { answered: 0, sent: 0 }
}
