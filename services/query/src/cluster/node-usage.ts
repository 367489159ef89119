import type { TelemetryReader } from '@signalbox/telemetry-store'
import { allOf, whereEqual, type Filter } from '../selection/filter.js'
import { ofOrganization, withinWindow } from '../selection/telemetry-scope.js'
import type { ClusterScope } from './cluster-scope.js'
import { hasCpuCounters } from './cpu-counters.js'
import { resources, type ByResource, type Resource } from '../selection/resources.js'
import { seriesSeen } from './seen-containers.js'
import { usageByHour } from './usage-series.js'

/** Cores or bytes over the minutes of a window. */
export interface UsageRange {
  avg: number
  min: number
  max: number
  /** The minute of the greatest use, Unix milliseconds. */
  maxAtMs: number
}

/** What one node used; null where it sent nothing of a resource. */
export interface NodeUsage extends ByResource<UsageRange | null> {
  cluster: string
  /** Empty: containers that did not say where they run. */
  node: string
}

type UsageRow = { cluster: string; node: string } & Record<
  `${Resource}${'Avg' | 'Min' | 'Max' | 'MaxAtMs'}`,
  number | null
>

const reportedBy: ByResource<string> = { cpu: 'node_cpu_usage_cores', memory: 'node_memory_working_set_bytes' }

// What nodes report about themselves, by minute.
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
      SELECT cluster, node, cityHash64(cluster, node) AS node_hash,
        toStartOfMinute(timestamp) AS minute, ${values.join(', ')}
      FROM metric_points
      WHERE ${filter.sql} AND metric_name IN {nodeMetrics:Array(String)} AND node != '' AND pod = ''
      GROUP BY cluster, node, minute`,
    parameters: { ...filter.parameters, nodeMetrics: Object.values(reportedBy) },
  }
}

// Per minute: what the node reports, else what a sample of the node itself says, else the sum over its pods.
function usageOfNodes(scope: ClusterScope, withCpuCounters: boolean): Filter {
  const usage = usageByHour({ scope, resources, withCpuCounters })
  const reported = reportedByNodes(scope)
  const sampled = [
    ...resources.map((name) => `maxOrNullIf(${name}, isNode AND ${name}Seen) AS ${name}Node`),
    ...resources.map((name) => `sumOrNullIf(${name}, ${name}Counts AND ${name}Seen) AS ${name}Pods`),
  ]
  const absent = (part: string) => resources.map((name) => `NULL AS ${name}${part}`).join(', ')
  const best = resources.map((name) => `coalesce(max(${name}Reported), max(${name}Node), max(${name}Pods)) AS ${name}`)
  const ranges = resources.map(
    (name) =>
      `avg(${name}) AS ${name}Avg, min(${name}) AS ${name}Min, max(${name}) AS ${name}Max, ` +
      `toUnixTimestamp(argMax(minute, ${name})) * 1000 AS ${name}MaxAtMs`,
  )
  const rangeColumns = resources.flatMap((name) => [`${name}Avg`, `${name}Min`, `${name}Max`, `${name}MaxAtMs`])
  // Names are joined last: carrying texts along for every minute takes longer than all the sums.
  const seen = seriesSeen(scope)
  const columns = (part: string) => resources.map((name) => `${name}${part}`).join(', ')
  return {
    sql: `
      SELECT cluster, node, ${rangeColumns.join(', ')}
      FROM (
       SELECT node_hash, ${ranges.join(', ')}
       FROM (
        SELECT node_hash, minute, ${best.join(', ')}
        FROM (
          SELECT node_hash, hour + toIntervalMinute(number) AS minute, ${sampled.join(', ')}, ${absent('Reported')}
          FROM (${usage.sql})
          ARRAY JOIN range(60) AS number, ${resources.map((name) => `${name}, ${name}Seen`).join(', ')}
          GROUP BY node_hash, hour, number
          UNION ALL
          SELECT node_hash, minute, ${absent('Node')}, ${absent('Pods')}, ${columns('Reported')}
          FROM (${reported.sql}))
        GROUP BY node_hash, minute)
       GROUP BY node_hash) AS ranges
      INNER JOIN (SELECT DISTINCT cityHash64(cluster, node) AS node_hash, cluster, node FROM (${seen.sql})) AS names
        USING (node_hash)`,
    parameters: { ...usage.parameters, ...reported.parameters, ...seen.parameters },
  }
}

function rangeOf(row: UsageRow, resource: Resource): UsageRange | null {
  const [avg, min, max] = [row[`${resource}Avg`], row[`${resource}Min`], row[`${resource}Max`]]
  const maxAtMs = row[`${resource}MaxAtMs`] ?? 0
  return avg === null || min === null || max === null ? null : { avg, min, max, maxAtMs }
}

/** What each node used, minute by minute first, then over the minutes that it sent something in. */
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
