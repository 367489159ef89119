import type { TelemetryReader } from '@signalbox/telemetry-store'
import { allOf, whereEqual, type Filter } from '../selection/filter.js'
import { ofOrganization, withinWindow } from '../selection/telemetry-scope.js'
import type { ClusterScope } from './cluster-scope.js'
import { hasCpuCounters } from './cpu-counters.js'
import { resources, type ByResource, type Resource } from '../selection/resources.js'
import { maxMinutes, sumMinutes, usageByHour } from './usage-series.js'

/** Cores or bytes over the minutes of a window. */
export interface UsageRange {
  avg: number
  min: number
  max: number
  /** The minute of peak usage, Unix milliseconds. */
  maxAtMs: number
}

/** Usage of a node; null for resources without samples. */
export interface NodeUsage extends ByResource<UsageRange | null> {
  cluster: string
  /** Empty: containers that didn't report their node. */
  node: string
}

type UsageRow = { cluster: string; node: string } & Record<
  `${Resource}${'Avg' | 'Min' | 'Max' | 'MaxAtMs'}`,
  number | null
>

const reportedBy: ByResource<string> = { cpu: 'node_cpu_usage_cores', memory: 'node_memory_working_set_bytes' }

// Usage reported by the nodes themselves, by minute.
function reportedByNodes(scope: ClusterScope): Filter {
  const filter = allOf(
    ofOrganization(scope.organizationId),
    whereEqual('cluster', scope.cluster),
    withinWindow('timestamp', scope.window),
  )
  const values = resources.map(
    (name) => `avgIf(toNullable(value), metric_name = '${reportedBy[name]}') AS ${name}Reported`,
  )
  return {
    sql: `
      SELECT cluster, node, toStartOfMinute(timestamp) AS minute, ${values.join(', ')}
      FROM metric_points
      WHERE ${filter.sql} AND metric_name IN {nodeMetrics:Array(String)} AND node != '' AND pod = ''
      GROUP BY cluster, node, minute`,
    parameters: { ...filter.parameters, nodeMetrics: Object.values(reportedBy) },
  }
}

/** Samples of the node itself, and the sum over its pods. */
const sampledParts = [
  { part: 'Node', ofMinutes: maxMinutes, isMeant: () => 'isNode' },
  { part: 'Pods', ofMinutes: sumMinutes, isMeant: (name: Resource) => `${name}Counts` },
]

/** The columns of each resource in each part. */
function columnsOf(write: (name: Resource, part: string) => string): string {
  return resources.flatMap((name) => sampledParts.map(({ part }) => write(name, part))).join(', ')
}

// Series are summed per node as arrays of minutes: one row per minute and series would take several times as long.
function sampledOfNodes(scope: ClusterScope, withCpuCounters: boolean): Filter {
  const usage = usageByHour({ scope, resources, withCpuCounters })
  const sums = resources.flatMap((name) =>
    sampledParts.flatMap(({ part, ofMinutes, isMeant }) => [
      `${ofMinutes(name, isMeant(name))} AS ${name}${part}Used`,
      `${maxMinutes(`${name}Seen`, isMeant(name))} AS ${name}${part}Seen`,
    ]),
  )
  return {
    sql: `
      SELECT cluster, node, hour + toIntervalMinute(number) AS minute,
        ${columnsOf((name, part) => `if(${name}${part}Seen, ${name}${part}Used, NULL) AS ${name}${part}`)}
      FROM (SELECT cluster, node, hour, ${sums.join(', ')} FROM (${usage.sql}) GROUP BY cluster, node, hour)
      ARRAY JOIN range(60) AS number, ${columnsOf((name, part) => `${name}${part}Used, ${name}${part}Seen`)}`,
    parameters: usage.parameters,
  }
}

// Per minute: the node's own report, else samples of the node itself, else the sum over its pods.
function usageOfNodes(scope: ClusterScope, withCpuCounters: boolean): Filter {
  const sampled = sampledOfNodes(scope, withCpuCounters)
  const reported = reportedByNodes(scope)
  const names = columnsOf((name, part) => `${name}${part}`)
  const reportedNames = resources.map((name) => `${name}Reported`)
  const best = resources.map((name) => `coalesce(max(${name}Reported), max(${name}Node), max(${name}Pods)) AS ${name}`)
  const ranges = resources.map(
    (name) =>
      `avg(${name}) AS ${name}Avg, min(${name}) AS ${name}Min, max(${name}) AS ${name}Max, ` +
      `toUnixTimestamp(argMax(minute, ${name})) * 1000 AS ${name}MaxAtMs`,
  )
  return {
    sql: `
      SELECT cluster, node, ${ranges.join(', ')}
      FROM (
        SELECT cluster, node, minute, ${best.join(', ')}
        FROM (
          SELECT cluster, node, minute, ${names}, ${reportedNames.map((name) => `NULL AS ${name}`).join(', ')}
          FROM (${sampled.sql})
          UNION ALL
          SELECT cluster, node, minute, ${columnsOf((name, part) => `NULL AS ${name}${part}`)}, ${reportedNames.join(', ')}
          FROM (${reported.sql}))
        GROUP BY cluster, node, minute)
      GROUP BY cluster, node`,
    parameters: { ...sampled.parameters, ...reported.parameters },
  }
}

function rangeOf(row: UsageRow, resource: Resource): UsageRange | null {
  const [avg, min, max] = [row[`${resource}Avg`], row[`${resource}Min`], row[`${resource}Max`]]
  const maxAtMs = row[`${resource}MaxAtMs`] ?? 0
  return avg === null || min === null || max === null ? null : { avg, min, max, maxAtMs }
}

/** Usage of each node, first by minute, then over the minutes with samples. */
export async function readNodeUsage(store: TelemetryReader, scope: ClusterScope): Promise<NodeUsage[]> {
  const usage = usageOfNodes(scope, await hasCpuCounters(store, scope))
  const rows = await store.read<UsageRow>({ name: 'nodeUsage', ...usage })
  return rows.map((row) => ({
    cluster: row.cluster,
    node: row.node,
    cpu: rangeOf(row, 'cpu'),
    memory: rangeOf(row, 'memory'),
  }))
}
