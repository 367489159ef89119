import type { TelemetryReader } from '@signalbox/telemetry-store'
import type { ClusterScope } from './cluster-scope.js'
import { hasCpuCounters } from './cpu-counters.js'
import type { Resource } from '../selection/resources.js'
import { maxMinutes, sumMinutes, usageByHour } from './usage-series.js'

/** A pod's usage of a resource while it ran on one node: cores or bytes, the sum of its containers per minute. */
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

/** The usage of every pod in the scope; a pod that moved has one entry per node. */
export async function readPodUsage(
  store: TelemetryReader,
  scope: ClusterScope,
  resource: Resource,
): Promise<PodUsage[]> {
  const withCpuCounters = resource === 'cpu' && (await hasCpuCounters(store, scope))
  const usage = usageByHour({ scope, resources: [resource], withCpuCounters })
  return store.read<PodUsage>({
    name: 'podUsage',
    sql: `
      SELECT cluster, node, namespace, pod, sum(arraySum(seen)) AS minutes, sum(arraySum(used)) AS sum,
        max(arrayMax(used)) AS max
      FROM (
        SELECT cluster, node, namespace, pod, ${sumMinutes(resource, 'true')} AS used,
          ${maxMinutes(`${resource}Seen`, 'true')} AS seen
        FROM (${usage.sql})
        WHERE ${resource}Counts
        GROUP BY cluster, node, namespace, pod, hour)
      GROUP BY cluster, node, namespace, pod
      HAVING minutes > 0`,
    parameters: usage.parameters,
  })
}
