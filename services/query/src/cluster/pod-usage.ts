import type { TelemetryReader } from '@signalbox/telemetry-store'
import type { ClusterScope } from './cluster-scope.js'
import { hasCpuCounters } from './cpu-counters.js'
import type { Resource } from './resources.js'
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
  return store.read<PodUsage>({
    name: 'podUsage',
    sql: `
      SELECT any(cluster) AS cluster, any(node) AS node, any(namespace) AS namespace, any(pod) AS pod,
        count() AS minutes, sum(used) AS sum, max(used) AS max
      FROM (
        SELECT pod_hash, any(cluster) AS cluster, any(node) AS node, any(namespace) AS namespace, any(pod) AS pod,
          sum(${resource}) AS used
        FROM (${usage.sql})
        WHERE ${resource}Counts AND isNotNull(${resource})
        GROUP BY pod_hash, minute)
      GROUP BY pod_hash`,
    parameters: usage.parameters,
  })
}
