import type { TelemetryReader } from '@signalbox/telemetry-store'
import type { ClusterScope } from './cluster-scope.js'
import { hasCpuCounters } from './cpu-counters.js'
import type { Resource } from './resources.js'
import { seriesSeen } from './sightings.js'
import { usageByMinute } from './usage-series.js'

/** What one pod used of a resource while it ran on one node: cores or bytes, the sum of its containers per minute. */
export interface PodUsage {
  cluster: string
  node: string
  namespace: string
  pod: string
  /** Minutes with samples. */
  minutes: number
  /** Sum over these minutes. */
  sum: number
  max: number
}

/** The use of every pod of the scope; a pod that moved has a line for each node. */
export async function readPodUsage(
  store: TelemetryReader,
  scope: ClusterScope,
  resource: Resource,
): Promise<PodUsage[]> {
  const withCpuCounters = resource === 'cpu' && (await hasCpuCounters(store, scope))
  const usage = usageByMinute({ scope, resources: [resource], withCpuCounters })
  // Names are joined last: carrying texts along for every minute takes longer than all the sums.
  const seen = seriesSeen(scope)
  return store.read<PodUsage>({
    name: 'podUsage',
    sql: `
      SELECT cluster, node, namespace, pod, minutes, sum, max
      FROM (
        SELECT pod_hash, count() AS minutes, sum(used) AS sum, max(used) AS max
        FROM (
          SELECT pod_hash, sum(${resource}) AS used
          FROM (${usage.sql})
          WHERE ${resource}Counts AND isNotNull(${resource})
          GROUP BY pod_hash, minute)
        GROUP BY pod_hash) AS ranges
      INNER JOIN (
        SELECT cityHash64(cluster, node, namespace, pod) AS pod_hash, cluster, node, namespace, pod
        FROM (${seen.sql})) AS names USING (pod_hash)`,
    parameters: { ...usage.parameters, ...seen.parameters },
  })
}
