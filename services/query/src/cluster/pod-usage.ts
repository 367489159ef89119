import type { TelemetryReader } from '@signalbox/telemetry-store'
import type { ClusterScope } from './cluster-scope.js'
import { hasCpuCounters } from './cpu-counters.js'
import type { Resource } from '../selection/resources.js'
import { seriesSeen } from './seen-containers.js'
import { maxMinutes, sumMinutes, usageByHour } from './usage-series.js'

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
  const usage = usageByHour({ scope, resources: [resource], withCpuCounters })
  // Names are joined last: carrying texts along for every minute takes longer than all the sums.
  const seen = seriesSeen(scope)
  return store.read<PodUsage>({
    name: 'podUsage',
    sql: `
      SELECT cluster, node, namespace, pod, minutes, sum, max
      FROM (
        SELECT pod_hash, sum(arraySum(seen)) AS minutes, sum(arraySum(used)) AS sum, max(arrayMax(used)) AS max
        FROM (
          SELECT pod_hash, ${sumMinutes(resource, 'true')} AS used, ${maxMinutes(`${resource}Seen`, 'true')} AS seen
          FROM (${usage.sql})
          WHERE ${resource}Counts
          GROUP BY pod_hash, hour)
        GROUP BY pod_hash
        HAVING minutes > 0) AS ranges
      INNER JOIN (
        SELECT cityHash64(cluster, node, namespace, pod) AS pod_hash, cluster, node, namespace, pod
        FROM (${seen.sql})) AS names USING (pod_hash)`,
    parameters: { ...usage.parameters, ...seen.parameters },
  })
}
