import { aggregateContainers, labelAggregates } from '../selection/container-series.js'
import { allOf, whereEqual, type Filter } from '../selection/filter.js'
import { ofOrganization, withinWindow } from '../selection/telemetry-scope.js'
import type { ClusterScope } from './cluster-scope.js'
import { usageByCounter } from './cpu-counters.js'
import type { ByResource, Resource } from '../selection/resources.js'

const columnOf: ByResource<string> = { cpu: 'cpu_usage_cores', memory: 'memory_usage_bytes' }

/** The usage to read: of which resources, and whether cores must be derived from counters of CPU seconds. */
export interface UsageRequest {
  scope: ClusterScope
  resources: readonly Resource[]
  withCpuCounters: boolean
}

/**
 * The means for each minute of an hour, NaN where there was no sample, as an array of 61: the last element takes NULLs,
 * because the aggregate is several times slower on nullable columns. With one array per hour instead of a group per
 * minute, a day of 500 series leaves 12,000 rows to join rather than 720,000.
 */
const meansByMinute = (column: string, time: string) =>
  `avgResample(0, 61, 1)(assumeNotNull(${column}), if(isNull(${column}), 60, toMinute(${time})))`

// Means by series and hour. A counter's series may have the same number as the series of its container's other samples.
function seriesHours({ scope, resources, withCpuCounters }: UsageRequest): Filter {
  const filter = allOf(ofOrganization(scope.organizationId), withinWindow('timestamp', scope.window))
  const means = resources.map((name) => `${meansByMinute(columnOf[name], 'timestamp')} AS ${name}Means`)
  const containers = `
    SELECT series, false AS isCounter, toStartOfHour(timestamp) AS hour, ${means.join(', ')}
    FROM container_metrics WHERE ${filter.sql}
    GROUP BY series, hour`
  if (!withCpuCounters) return { sql: containers, parameters: filter.parameters }
  const counters = usageByCounter(scope)
  const counted: ByResource<string> = { cpu: meansByMinute('cores', 'minute'), memory: 'arrayWithConstant(61, nan)' }
  return {
    sql: `${containers}
      UNION ALL
      SELECT series, true AS isCounter, toStartOfHour(minute) AS hour,
        ${resources.map((name) => `${counted[name]} AS ${name}Means`).join(', ')}
      FROM (${counters.sql})
      GROUP BY series, hour`,
    parameters: { ...filter.parameters, ...counters.parameters },
  }
}

// Every series with its labels; `<name>Sent` is above 0 if it has samples of the resource.
function labelledSeries({ scope, resources, withCpuCounters }: UsageRequest): Filter {
  const containers = aggregateContainers(scope.organizationId, scope.window, [
    ...labelAggregates,
    ...resources.map((name) => `isNotNull(max(${columnOf[name]})) AS ${name}Sent`),
  ])
  if (!withCpuCounters)
    return { sql: `SELECT *, false AS isCounter FROM (${containers.sql})`, parameters: containers.parameters }
  const counters = allOf(ofOrganization(scope.organizationId), withinWindow('timestamp', scope.window))
  const sent = resources.map((name) => `${name === 'cpu' ? 'count()' : '0'} AS ${name}Sent`)
  return {
    sql: `
      SELECT *, false AS isCounter FROM (${containers.sql})
      UNION ALL
      SELECT series, ${[...labelAggregates, ...sent].join(', ')}, true AS isCounter
      FROM metric_points WHERE ${counters.sql} AND metric_name = 'cpu_usage_seconds_total'
      GROUP BY series`,
    parameters: { ...containers.parameters, ...counters.parameters },
  }
}

// A pod is the sum of its containers; its own sample counts only if none of them sent any. A counter counts only for a
// container that sent no cores.
function countsForPod(resource: Resource, withCpuCounters: boolean): string {
  const containerCounts = `max(container != '' AND ${resource}Sent > 0) OVER (PARTITION BY cluster, namespace, pod)`
  const coresCount =
    `max(NOT isCounter AND ${resource}Sent > 0) ` + 'OVER (PARTITION BY cluster, node, namespace, pod, container)'
  const isInstead = withCpuCounters && resource === 'cpu' ? `AND NOT (isCounter AND ${coresCount})` : ''
  return `pod != '' AND (container != '' OR NOT ${containerCounts}) ${isInstead} AS ${resource}Counts`
}

/**
 * Usage by series and hour: a query with the columns `cluster, node, namespace, pod, hour, isNode` (the series
 * describes the node itself) and for each resource `<name>` (the mean of each minute of the hour, 0 without a sample),
 * `<name>Seen` (1 with a sample) and `<name>Counts` (whether the series is part of its pod's sum).
 *
 * Labels are joined to the series afterwards: there are few series, and grouping millions of rows by a number is
 * several times faster than by five texts.
 */
export function usageByHour(request: UsageRequest): Filter {
  const { scope, resources, withCpuCounters } = request
  const values = seriesHours(request)
  const labels = labelledSeries(request)
  const cluster = whereEqual('cluster', scope.cluster)
  const usage = resources.map(
    (name) =>
      `arrayMap(mean -> if(isNaN(mean), 0, mean), arraySlice(${name}Means, 1, 60)) AS ${name}, ` +
      `arrayMap(mean -> NOT isNaN(mean), arraySlice(${name}Means, 1, 60)) AS ${name}Seen, ${name}Counts`,
  )
  return {
    sql: `
      SELECT cluster, node, namespace, pod, hour, isNode, ${usage.join(', ')}
      FROM (${values.sql}) AS usage
      INNER JOIN (
        SELECT series, isCounter, cluster, node, namespace, pod, namespace = '' AND pod = '' AND container = '' AS isNode,
          ${resources.map((name) => countsForPod(name, withCpuCounters)).join(', ')}
        FROM (
          SELECT series, isCounter,
            ${[...labelAggregates, ...resources.map((name) => `sum(${name}Sent) AS ${name}Sent`)].join(', ')}
          FROM (${labels.sql})
          GROUP BY series, isCounter)
        WHERE ${cluster?.sql ?? 'true'}
      ) AS labels USING (series, isCounter)`,
    parameters: { ...values.parameters, ...labels.parameters, ...cluster?.parameters },
  }
}

/** Adds up arrays of minutes over the series that meet a condition; 60 zeros if none does. */
export function sumMinutes(column: string, condition: string): string {
  return `arrayResize(sumForEachIf(${column}, ${condition}), 60)`
}

/** The maximum of each minute over the series that meet a condition; 60 zeros if none does. */
export function maxMinutes(column: string, condition: string): string {
  return `arrayResize(maxForEachIf(${column}, ${condition}), 60)`
}
