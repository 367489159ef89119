import { limits } from '@signalbox/contracts'
import type { TelemetryReader } from '@signalbox/telemetry-store'
import type { ClusterScope } from '../cluster/cluster-scope.js'
import { readCapacities } from '../cluster/node-capacity.js'
import { readNodeUsage } from '../cluster/node-usage.js'
import type { UsageContext } from '../cluster/usage-memory.js'
import { resources } from '../selection/resources.js'
import { labelAggregates } from '../selection/container-series.js'
import { allOf, whereEqual, type Filter } from '../selection/filter.js'
import { ofOrganization, withinWindow } from '../selection/telemetry-scope.js'
import type { FoundSaturation } from './found-saturation.js'

const memoryLimit = 'container_memory_limit_bytes'
const cpuLimit = 'container_cpu_limit_cores'

interface StoredRatio extends Pick<FoundSaturation, 'cluster' | 'namespace' | 'container'> {
  pod: string
  metric: string
  ratio: number
  atMs: number
}

/** The last limit of each container that reports one. */
function reportedLimits(scope: ClusterScope): Filter {
  const filter = allOf(ofOrganization(scope.organizationId), withinWindow('timestamp', scope.window))
  const cluster = whereEqual('cluster', scope.cluster)
  return {
    sql: `
      SELECT series, metric_name AS metric, ${labelAggregates.join(', ')}, argMax(value, timestamp) AS bound
      FROM metric_points
      WHERE ${filter.sql} AND metric_name IN {limitNames:Array(String)} AND value > 0
      GROUP BY series, metric
      HAVING ${cluster?.sql ?? 'true'}`,
    parameters: { ...filter.parameters, ...cluster?.parameters, limitNames: [memoryLimit, cpuLimit], memoryLimit },
  }
}

/** How close containers came to their reported limits; those without a limit are omitted. */
export async function readContainerRatios(store: TelemetryReader, scope: ClusterScope): Promise<FoundSaturation[]> {
  const bounds = reportedLimits(scope)
  const samples = allOf(ofOrganization(scope.organizationId), withinWindow('timestamp', scope.window))
  const rows = await store.read<StoredRatio>({
    name: 'containerRatios',
    sql: `
      WITH bounds AS (${bounds.sql})
      SELECT cluster, namespace, pod, container, metric, if(metric = {memoryLimit:String}, memory, cpu) / bound AS ratio,
        toUnixTimestamp64Milli(if(metric = {memoryLimit:String}, memoryAt, cpuAt)) AS atMs
      FROM bounds
      INNER JOIN (
        SELECT series, max(memory_usage_bytes) AS memory, argMax(timestamp, memory_usage_bytes) AS memoryAt,
          max(cpu_usage_cores) AS cpu, argMax(timestamp, cpu_usage_cores) AS cpuAt
        FROM container_metrics
        WHERE ${samples.sql} AND series IN (SELECT series FROM bounds)
        GROUP BY series) AS peaks USING (series)
      WHERE ratio >= {ratioMin:Float64}`,
    parameters: { ...bounds.parameters, ratioMin: limits.query.saturationRatioMin },
  })
  return rows.map(({ pod, metric, ratio, ...labels }) => ({
    ...labels,
    subject: 'pod',
    name: pod,
    kind: metric === memoryLimit ? 'memory' : 'cpu',
    value: ratio,
  }))
}

/** How close nodes came to their capacity, with the data of the cluster views. */
export async function readNodeRatios(context: UsageContext, scope: ClusterScope): Promise<FoundSaturation[]> {
  const findCapacity = await readCapacities(context.store, scope, context.capacityDefaults)
  const usage = (await readNodeUsage(context, scope)).filter(({ cluster, node }) => {
    return node !== '' && (scope.cluster === undefined || cluster === scope.cluster)
  })
  return usage.flatMap((used) =>
    resources.flatMap((kind): FoundSaturation[] => {
      const { cluster, node } = used
      const [peak, capacity] = [used[kind], findCapacity(cluster, node)[kind]]
      if (peak === null || capacity === undefined) return []
      const value = peak.max / capacity
      if (value < limits.query.saturationRatioMin) return []
      return [{ subject: 'node', cluster, namespace: '', name: node, container: '', kind, value, atMs: peak.maxAtMs }]
    }),
  )
}
