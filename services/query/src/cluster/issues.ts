import type { TelemetryReader } from '@signalbox/telemetry-store'
import { aggregateContainers, labelAggregates } from '../selection/container-series.js'
import { allOf, whereEqual, type Filter } from '../selection/filter.js'
import { ofOrganization, withinWindow } from '../selection/telemetry-scope.js'
import type { ClusterScope } from './cluster-scope.js'

/** Counts of problems in the clusters. */
export interface Issues {
  /** Pods in a crash loop. */
  crashloops: number
  /** Warning events; in a cluster that reports none, the nodes and pods with a bad sign. */
  warnings: number
  total: number
}

/** How one series of a metric changed within the window. */
interface Sign {
  cluster: string
  node: string
  namespace: string
  pod: string
  metric_name: string
  least: number
  greatest: number
  /** Increase of a counter; a counter that falls has restarted from zero. */
  rise: number
}

const crashLoopWait = 'container_waiting_crashloop'
const restarts = 'container_restarts_total'
const warningCounters = ['pod_warning_events_total', 'warning_events_total']
const counters = [restarts, 'container_oom_kills_total', ...warningCounters]

/** When a metric is a bad sign for its node or pod, in clusters that report no warning events. */
const badSigns: Readonly<Record<string, (sign: Sign) => boolean>> = {
  node_ready: ({ least }) => least < 1,
  node_memory_pressure: ({ greatest }) => greatest >= 1,
  node_disk_pressure: ({ greatest }) => greatest >= 1,
  node_pid_pressure: ({ greatest }) => greatest >= 1,
  container_oom_kills_total: ({ rise }) => rise > 0,
  container_waiting_image_pull: ({ greatest }) => greatest >= 1,
  // 1 is Pending: the pod never got past it.
  pod_phase: ({ least, greatest }) => least === 1 && greatest === 1,
  [restarts]: ({ rise }) => rise > 0 && rise < restartsOfCrashLoop,
}
const restartsOfCrashLoop = 3
const memoryNearLimit = 0.9

const signNames = [crashLoopWait, ...warningCounters, ...Object.keys(badSigns)]

function pointsOf(scope: ClusterScope): Filter {
  return allOf(
    ofOrganization(scope.organizationId),
    whereEqual('cluster', scope.cluster),
    withinWindow('timestamp', scope.window),
  )
}

// Returns only series that may be significant: increased counters and states other than the good one.
async function readSigns(store: TelemetryReader, scope: ClusterScope): Promise<Sign[]> {
  const cluster = whereEqual('cluster', scope.cluster)
  const filter = allOf(ofOrganization(scope.organizationId), withinWindow('timestamp', scope.window))
  return store.read<Sign>({
    name: 'issueSigns',
    sql: `
      SELECT cluster, node, namespace, pod, metric_name, least, greatest, rise
      FROM (
        SELECT metric_name, ${labelAggregates.join(', ')}, min(value) AS least, max(value) AS greatest,
          arraySort(groupArrayIf((timestamp, value), metric_name IN {counters:Array(String)})).2 AS samples,
          arraySum((gained, reached) -> if(gained < 0, reached, gained), arrayDifference(samples), samples) AS rise
        FROM metric_points
        WHERE ${filter.sql} AND metric_name IN {signNames:Array(String)}
        GROUP BY metric_name, series
        HAVING rise > 0 OR multiIf(metric_name IN {counters:Array(String)}, false, metric_name = 'node_ready', least < 1,
          metric_name = 'pod_phase', greatest = 1, greatest >= 1))
      WHERE ${cluster?.sql ?? 'true'}`,
    parameters: { ...filter.parameters, ...cluster?.parameters, signNames, counters },
  })
}

/** Clusters by the metric that shows what they report: crash-loop waits, and warning events. */
async function readReportingClusters(store: TelemetryReader, scope: ClusterScope) {
  const filter = pointsOf(scope)
  const rows = await store.read<{ cluster: string; metric_name: string }>({
    name: 'issueSources',
    sql: `
      SELECT DISTINCT cluster, metric_name FROM metric_points
      WHERE ${filter.sql} AND metric_name IN {sources:Array(String)}`,
    parameters: { ...filter.parameters, sources: [crashLoopWait, ...warningCounters] },
  })
  const having = (names: readonly string[]) =>
    new Set(rows.filter((row) => names.includes(row.metric_name)).map((row) => row.cluster))
  return { crashLoops: having([crashLoopWait]), warnings: having(warningCounters) }
}

// Pods with a container that came close to its memory limit.
async function readPodsNearLimit(store: TelemetryReader, scope: ClusterScope): Promise<PodOrNode[]> {
  const points = pointsOf(scope)
  const containers = aggregateContainers(scope.organizationId, scope.window, [
    ...labelAggregates,
    'max(memory_usage_bytes) AS peak',
  ])
  return store.read<PodOrNode>({
    name: 'podsNearMemoryLimit',
    sql: `
      SELECT DISTINCT cluster, '' AS node, namespace, pod
      FROM (${containers.sql}) AS usage
      INNER JOIN (
        SELECT cluster, namespace, pod, container, argMax(value, timestamp) AS bytes
        FROM metric_points
        WHERE ${points.sql} AND metric_name = 'container_memory_limit_bytes' AND value > 0
        GROUP BY cluster, namespace, pod, container
      ) AS limits USING (cluster, namespace, pod, container)
      WHERE peak >= {memoryNearLimit:Float64} * bytes`,
    parameters: { ...points.parameters, ...containers.parameters, memoryNearLimit },
  })
}

type PodOrNode = Pick<Sign, 'cluster' | 'node' | 'namespace' | 'pod'>

// A pod is the same pod on every node.
function objectKey({ cluster, node, namespace, pod }: PodOrNode): string {
  return pod === '' ? JSON.stringify([cluster, node]) : JSON.stringify([cluster, namespace, pod])
}

/** Counts crash loops and warnings within the window. */
export async function readIssues(store: TelemetryReader, scope: ClusterScope): Promise<Issues> {
  const [reporting, signs, nearLimit] = await Promise.all([
    readReportingClusters(store, scope),
    readSigns(store, scope),
    readPodsNearLimit(store, scope),
  ])
  const inCrashLoop = signs.filter((sign) =>
    reporting.crashLoops.has(sign.cluster)
      ? sign.metric_name === crashLoopWait && sign.greatest >= 1
      : sign.metric_name === restarts && sign.rise >= restartsOfCrashLoop,
  )
  const events = signs
    .filter(({ metric_name }) => warningCounters.includes(metric_name))
    .reduce((sum, { rise }) => sum + rise, 0)
  const showBadSign = [...signs.filter((sign) => badSigns[sign.metric_name]?.(sign) ?? false), ...nearLimit].filter(
    ({ cluster }) => !reporting.warnings.has(cluster),
  )
  const crashloops = new Set(inCrashLoop.map(objectKey)).size
  const warnings = Math.round(events) + new Set(showBadSign.map(objectKey)).size
  return { crashloops, warnings, total: crashloops + warnings }
}
