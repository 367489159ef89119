import type { MetricSeries } from '@signalbox/contracts'
import { containerMetricNames, type ContainerMetricName } from '@signalbox/contracts'
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
const countsUp = (name: ContainerMetricName) => name.startsWith('network_')
// Prometheus series have their labels after the name.
const pointCountsUp = String.raw`match(metric_name, '_total($|[{])')`

/** The readings of a series: the mean of a gauge, or the highest of a counter, with the start of each interval. */
function readingsOf(column: ContainerMetricName): { reading: string; readings: string } {
  // Aggregates are slow on nullable columns.
  const aggregate = countsUp(column) ? 'maxOrNullIf' : 'avgOrNullIf'
  return {
    reading: `${aggregate}(assumeNotNull(${column}), isNotNull(${column})) AS ${column}Reading`,
    readings: `('${column}', ${countsUp(column) ? 1 : 0}, groupArrayIf((startMs, assumeNotNull(${column}Reading)), isNotNull(${column}Reading)))`,
  }
}

/**
 * Gauge means and counter readings by series, all from one pass over the containers' samples: a query with the columns
 * `series, name, isCounter, readings` (tuples of the interval's start and the reading).
 */
function readingsBySeries(filter: Filter): string {
  const columns = containerMetricNames.map(readingsOf)
  return `
    SELECT series, own.1 AS name, own.2 AS isCounter, own.3 AS readings
    FROM (
      SELECT series, [${columns.map(({ readings }) => readings).join(', ')}] AS metrics
      FROM (
        SELECT series, ${intervalOf('timestamp')} AS startMs, ${columns.map(({ reading }) => reading).join(', ')}
        FROM container_metrics WHERE ${filter.sql}
        GROUP BY series, startMs)
      GROUP BY series)
    ARRAY JOIN metrics AS own
    UNION ALL
    SELECT series, metric_name AS name, ${pointCountsUp} AS isCounter, groupArray((startMs, reading)) AS readings
    FROM (
      SELECT metric_name, series, ${intervalOf('timestamp')} AS startMs,
        if(${pointCountsUp}, argMax(metric_points.value, timestamp), avg(metric_points.value)) AS reading
      FROM metric_points WHERE ${filter.sql}
      GROUP BY metric_name, series, startMs)
    GROUP BY metric_name, series`
}

/** Names of series: a query with the columns `series, subject`. */
function namedSeries({ organizationId, window }: TelemetryScope, points: Filter): Filter {
  const containers = aggregateContainers(organizationId, window, labelAggregates)
  return {
    sql: `
      SELECT series, any(${subject}) AS subject
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
      SELECT any(subject) AS service, any(name) AS metric, if(any(isCounter), 'counter', 'gauge') AS kind,
        point.1 AS startMs, avg(point.2) AS value, sum(point.3) AS rate
      FROM (
        SELECT series, name, isCounter, arraySort(readings) AS sorted,
          arrayMap((start, reading, ms, gained) -> (start, reading,
              if(ms = 0 OR NOT isCounter, NULL, if(gained >= 0, gained, reading) * 1000 / ms)),
            sorted.1, sorted.2, arrayDifference(sorted.1), arrayDifference(sorted.2)) AS points
        FROM (${readingsBySeries(filter)})
      ) AS points
      INNER JOIN (${names.sql}) AS names USING (series)
      ARRAY JOIN points AS point
      GROUP BY cityHash64(subject, name, isCounter), startMs
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

/** Number of series of agents and applications: as returned, and as sent by replicas. */
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
        FROM app_metrics WHERE ${measured.sql})`,
    parameters: {
      ...points.parameters,
      ...containers.parameters,
      ...measured.parameters,
      containerColumns: containerMetricNames.length,
    },
  })
  return counted ?? { answered: 0, sent: 0 }
}
