import type { TelemetryReader } from '@signalbox/telemetry-store'
import type { ClusterScope } from '../cluster/cluster-scope.js'
import { allOf, whereEqual } from '../selection/filter.js'
import { ofOrganization, withinWindow } from '../selection/telemetry-scope.js'
import type { FoundSaturation } from './found-saturation.js'

const counters: Readonly<Record<string, 'restarts' | 'oom-killed'>> = {
  container_restarts_total: 'restarts',
  container_oom_kills_total: 'oom-killed',
}
const crashLoopWait = 'container_waiting_crashloop'

interface StoredBreakdown extends Pick<FoundSaturation, 'cluster' | 'namespace' | 'container'> {
  pod: string
  metric: string
  /** Increase of a counter; samples in which a container was waiting. */
  times: number
  atMs: number
}

/**
 * Restarts, OOM kills and crash loops of containers. A counter that falls has restarted from zero, as in the cluster
 * views.
 */
export async function readBreakdowns(store: TelemetryReader, scope: ClusterScope): Promise<FoundSaturation[]> {
  const filter = allOf(
    ofOrganization(scope.organizationId),
    whereEqual('cluster', scope.cluster),
    withinWindow('timestamp', scope.window),
  )
  const rows = await store.read<StoredBreakdown>({
    name: 'breakdowns',
    sql: `
      SELECT cluster, namespace, pod, container, metric_name AS metric, sum(gained) AS times,
        toUnixTimestamp64Milli(minIf(timestamp, gained > 0)) AS atMs
      FROM (
        SELECT cluster, namespace, pod, container, metric_name, timestamp,
          multiIf(metric_name = {crashLoopWait:String}, value, place = 1, 0, value >= previous, value - previous, value) AS gained
        FROM (
          SELECT *, row_number() OVER earlier AS place, lagInFrame(value) OVER earlier AS previous
          FROM metric_points
          WHERE ${filter.sql} AND pod != '' AND metric_name IN {signs:Array(String)}
          WINDOW earlier AS (PARTITION BY metric_name, cluster, namespace, pod, container ORDER BY timestamp
            ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)))
      GROUP BY cluster, namespace, pod, container, metric
      HAVING times > 0
      ORDER BY cluster, namespace, pod, container, metric`,
    parameters: { ...filter.parameters, crashLoopWait, signs: [crashLoopWait, ...Object.keys(counters)] },
  })
  return rows.map(({ pod, metric, times, ...labels }) => ({
    ...labels,
    subject: 'pod',
    name: pod,
    kind: counters[metric] ?? 'crash-loop',
    value: times,
  }))
}
