import { labelAggregates } from '../selection/container-series.js'
import { allOf, type Filter } from '../selection/filter.js'
import { ofOrganization, withinWindow } from '../selection/telemetry-scope.js'
import { withinHours } from '../selection/whole-hours.js'
import type { ClusterScope } from './cluster-scope.js'
import { usageByCounter } from './cpu-counters.js'
import { resources, type ByResource, type Resource } from '../selection/resources.js'

const columnOf: ByResource<string> = { cpu: 'cpu_usage_cores', memory: 'memory_usage_bytes' }

/** Metrics by which nodes report their own usage. */
export const reportedUsage: ByResource<string> = {
  cpu: 'node_cpu_usage_cores',
  memory: 'node_memory_working_set_bytes',
}

/** The usage to read. */
export interface UsageRequest {
  scope: ClusterScope
  /** Start of each hour, Unix milliseconds. */
  hours: readonly number[]
  /** Length of the periods that hours are summed into, Unix milliseconds. */
  unitMs: number
  resources: readonly Resource[]
  /** Whether cores must be derived from counters of CPU seconds. */
  withCpuCounters: boolean
  /** Whether nodes report their own usage. */
  withReports: boolean
}

/** What a series consists of. */
export const seriesKinds = { sample: 0, counter: 1, report: 2 } as const

/**
 * The means for each minute of an hour, NaN where there was no sample, as an array of 61: the last element takes NULLs,
 * because the aggregate is several times slower on nullable columns. With one array per hour instead of a group per
 * minute, a day of 500 series leaves 12,000 rows rather than 720,000.
 */
function meansByMinute(column: string, time: string, isMeant = `isNotNull(${column})`): string {
  return `avgResample(0, 61, 1)(assumeNotNull(${column}), if(${isMeant}, toMinute(${time}), 60))`
}

const noMeans = 'arrayWithConstant(61, nan)'

const labels = labelAggregates.join(', ')

/** The requested rows of a table. Table names tell its columns from the labels of the result. */
function rowsOf(table: string, { scope: { organizationId, cluster, window }, hours }: UsageRequest): Filter {
  const ofCluster = { sql: `${table}.cluster = {cluster:String}`, parameters: { cluster: cluster ?? '' } }
  return allOf(
    ofOrganization(organizationId),
    cluster === undefined ? undefined : ofCluster,
    withinWindow('timestamp', window),
    withinHours('timestamp', hours, 'hours'),
  )
}

function sampledSeries(request: UsageRequest): Filter {
  const filter = rowsOf('container_metrics', request)
  const means = request.resources.map((name) => `${meansByMinute(columnOf[name], 'timestamp')} AS ${name}Means`)
  return {
    sql: `
      SELECT ${labels}, toStartOfHour(timestamp) AS hour, ${seriesKinds.sample} AS kind, ${means.join(', ')}
      FROM container_metrics WHERE ${filter.sql} GROUP BY series, hour`,
    parameters: filter.parameters,
  }
}

/** Usage that nodes report themselves. Unlike samples, one series holds both resources. */
function reportedSeries(request: UsageRequest): Filter {
  const filter = rowsOf('metric_points', request)
  const means = resources.map(
    (name) => `${meansByMinute('value', 'timestamp', `metric_name = '${reportedUsage[name]}'`)} AS ${name}Means`,
  )
  return {
    sql: `
      SELECT metric_points.cluster AS cluster, metric_points.node AS node, '' AS namespace, '' AS pod, '' AS container,
        toStartOfHour(timestamp) AS hour, ${seriesKinds.report} AS kind, ${means.join(', ')}
      FROM metric_points
      WHERE ${filter.sql} AND metric_name IN {nodeMetrics:Array(String)} AND metric_points.node != ''
        AND metric_points.pod = ''
      GROUP BY cluster, node, hour`,
    parameters: { ...filter.parameters, nodeMetrics: Object.values(reportedUsage) },
  }
}

function countedSeries({ scope, hours, resources: named }: UsageRequest): Filter {
  const counters = usageByCounter(scope, hours)
  const counted: ByResource<string> = { cpu: meansByMinute('cores', 'minute', 'true'), memory: noMeans }
  const means = named.map((name) => `${counted[name]} AS ${name}Means`)
  return {
    sql: `
      SELECT cluster, node, namespace, pod, container, toStartOfHour(minute) AS hour, ${seriesKinds.counter} AS kind,
        ${means.join(', ')}
      FROM (${counters.sql})
      GROUP BY cluster, node, namespace, pod, container, hour`,
    parameters: counters.parameters,
  }
}

// A pod is the sum of its containers; its own sample counts only if none of them sent any within the hour. A counter
// counts only for a container that sent no cores.
function countsForPod(resource: Resource, withCpuCounters: boolean): string {
  const isSent = `arrayExists(mean -> NOT isNaN(mean), arraySlice(${resource}Means, 1, 60))`
  const containerCounts = `max(container != '' AND ${isSent}) OVER (PARTITION BY cluster, namespace, pod, hour)`
  const coresCount =
    `max(kind = ${seriesKinds.sample} AND ${isSent}) ` +
    'OVER (PARTITION BY cluster, node, namespace, pod, container, hour)'
  const isInstead =
    withCpuCounters && resource === 'cpu' ? `AND NOT (kind = ${seriesKinds.counter} AND ${coresCount})` : ''
  return `pod != '' AND (container != '' OR NOT ${containerCounts}) ${isInstead} AS ${resource}Counts`
}

/**
 * Usage by series and hour: a query with the columns `cluster, node, namespace, pod, container, hour, kind`, `startMs`
 * (of the period) and for each resource `<name>` (the mean of each minute of the hour, NULL without a sample) and
 * `<name>Counts` (whether the series is part of its pod's sum). Each hour is independent of the others.
 */
export function usageByHour(request: UsageRequest): Filter {
  const series = [
    sampledSeries(request),
    ...(request.withCpuCounters ? [countedSeries(request)] : []),
    ...(request.withReports ? [reportedSeries(request)] : []),
  ]
  const usage = request.resources.map(
    (name) =>
      `arrayMap(mean -> if(isNaN(mean), NULL, mean), arraySlice(${name}Means, 1, 60)) AS ${name}, ` +
      countsForPod(name, request.withCpuCounters),
  )
  return {
    sql: `
      SELECT cluster, node, namespace, pod, container, hour, kind, ${usage.join(', ')},
        intDiv(toUnixTimestamp(hour), {unitS:UInt32}) * {unitS:UInt32} * 1000 AS startMs
      FROM (${series.map(({ sql }) => sql).join(' UNION ALL ')})`,
    parameters: { ...allOf(...series).parameters, unitS: request.unitMs / 1_000 },
  }
}

/** The maximum of each minute over the series that meet a condition; NULLs if none does. */
export function maxMinutes(column: string, condition: string): string {
  return `arrayResize(maxForEachIf(${column}, ${condition}), 60)`
}

/** Adds up the minutes of the series that meet a condition; NULLs if none does. */
export function sumMinutes(column: string, condition: string): string {
  return `arrayResize(sumForEachIf(${column}, ${condition}), 60)`
}
