import type { TelemetryReader } from '@signalbox/telemetry-store'
import { aggregateContainers, labelAggregates } from '../selection/container-series.js'
import { allOf, whereEqual } from '../selection/filter.js'
import { ofOrganization, withinWindow } from '../selection/telemetry-scope.js'
import type { ClusterScope } from './cluster-scope.js'

/** A node, or a pod on a node, with any sample within the window. */
export interface PlacedPod {
  cluster: string
  /** Empty if the agent didn't report it. */
  node: string
  namespace: string
  /** Empty for the node itself. */
  pod: string
}

/** Its known state. */
export interface SeenContainer extends PlacedPod {
  /** Seen in the last five minutes of the window. */
  isRecent: boolean
  /** The pod's last reported phase is Succeeded or Failed. */
  isFinished: boolean
}

const recentMs = 300_000
const columns = 'cluster, node, namespace, pod'

/** Everything with samples within the window, each once: a query with the columns `cluster, node, namespace, pod`. */
export function seriesSeen({ organizationId, window }: Pick<ClusterScope, 'organizationId' | 'window'>) {
  const containers = aggregateContainers(organizationId, window, labelAggregates)
  const points = allOf(ofOrganization(organizationId), withinWindow('timestamp', window))
  return {
    sql: `
      SELECT DISTINCT ${columns} FROM (
        ${containers.sql}
        UNION ALL
        SELECT series, ${labelAggregates.join(', ')} FROM metric_points WHERE ${points.sql} GROUP BY series)`,
    parameters: { ...containers.parameters, ...points.parameters },
  }
}

// The last phase of each pod that reports one: 3 is Succeeded, 4 is Failed.
const finishedPods = `
  SELECT cluster, namespace, pod FROM metric_points
  WHERE organization_id = {organizationId:String} AND metric_name = 'pod_phase'
    AND timestamp >= fromUnixTimestamp64Milli({startMs:Int64}, 'UTC')
    AND timestamp < fromUnixTimestamp64Milli({untilMs:Int64}, 'UTC')
  GROUP BY cluster, namespace, pod
  HAVING argMax(value, timestamp) IN (3, 4)`

function recentPart({ startMs, endMs, untilMs }: ClusterScope['window']) {
  return { startMs: Math.max(startMs, endMs - recentMs), endMs, untilMs }
}

/** Everything with samples within the window; pods that moved are listed once per node. */
export function readPlacedPods(store: TelemetryReader, scope: ClusterScope): Promise<PlacedPod[]> {
  return readContainers(store, scope, columns)
}

/** Like `readPlacedPods`, with their states. */
export async function readSeenContainers(store: TelemetryReader, scope: ClusterScope): Promise<SeenContainer[]> {
  const finished = `${columns}, (cluster, namespace, pod) IN (${finishedPods}) AS finished`
  const [rows, recent] = await Promise.all([
    readContainers<PlacedPod & { finished: 0 | 1 }>(store, scope, finished),
    readRecent(store, scope),
  ])
  return rows.map(({ finished: isFinished, ...placed }) => ({
    ...placed,
    isRecent: recent.has(placeKey(placed)),
    isFinished: isFinished === 1,
  }))
}

function readContainers<Row>(store: TelemetryReader, scope: ClusterScope, selected: string): Promise<Row[]> {
  const seen = seriesSeen(scope)
  const cluster = whereEqual('cluster', scope.cluster)
  return store.read<Row>({
    name: 'containers',
    sql: `SELECT ${selected} FROM (${seen.sql}) WHERE ${cluster?.sql ?? 'true'}`,
    parameters: { ...seen.parameters, ...cluster?.parameters },
  })
}

function placeKey({ cluster, node, namespace, pod }: PlacedPod): string {
  return JSON.stringify([cluster, node, namespace, pod])
}

async function readRecent(store: TelemetryReader, scope: ClusterScope): Promise<Set<string>> {
  const seen = seriesSeen({ organizationId: scope.organizationId, window: recentPart(scope.window) })
  const rows = await store.read<PlacedPod>({ name: 'recentContainers', ...seen })
  return new Set(rows.map(placeKey))
}
