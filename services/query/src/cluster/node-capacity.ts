import { dayMs } from '@signalbox/contracts'
import type { TelemetryReader } from '@signalbox/telemetry-store'
import { allOf, whereEqual } from '../selection/filter.js'
import { ofOrganization, withinWindow } from '../selection/telemetry-scope.js'
import type { ClusterScope } from './cluster-scope.js'
import type { CapacityDefaults, NodeCapacity } from '../selection/capacity-defaults.js'
import { nodeKey } from './node-names.js'
import { resources, type ByResource, type Resource } from '../selection/resources.js'

/** Returns the capacity of a node. */
export type FindCapacity = (cluster: string, node: string) => NodeCapacity

interface CapacityRow {
  cluster: string
  node: string
  metric_name: string
  /** 0: none within the window. */
  within: number
  /** The last one of the day before the window; 0: none. */
  before: number
}

const reportedBy = {
  cpu: { capacity: 'node_cpu_capacity_cores', allocatable: 'node_cpu_allocatable_cores' },
  memory: { capacity: 'node_memory_capacity_bytes', allocatable: 'node_memory_allocatable_bytes' },
} as const satisfies ByResource<object>

const metricNames = resources.flatMap((resource) => Object.values(reportedBy[resource]))

async function readReports(store: TelemetryReader, scope: ClusterScope): Promise<CapacityRow[]> {
  const { startMs, untilMs } = scope.window
  const filter = allOf(
    ofOrganization(scope.organizationId),
    whereEqual('cluster', scope.cluster),
    withinWindow('timestamp', { startMs: startMs - dayMs, untilMs }),
  )
  return store.read<CapacityRow>({
    name: 'nodeCapacities',
    sql: `
      SELECT cluster, node, metric_name, argMaxIf(value, timestamp, inWindow) AS within,
        argMaxIf(value, timestamp, NOT inWindow) AS before
      FROM (
        SELECT *, timestamp >= fromUnixTimestamp64Milli({windowStartMs:Int64}, 'UTC') AS inWindow
        FROM metric_points
        WHERE ${filter.sql} AND metric_name IN {metricNames:Array(String)} AND node != '' AND value > 0)
      GROUP BY cluster, node, metric_name`,
    parameters: { ...filter.parameters, metricNames, windowStartMs: startMs },
  })
}

/**
 * Reads node capacities. The first known value wins: the last capacity reported within the window, then in the day
 * before it, then the allocatable share in the same order, then the operator's setting for the cluster.
 */
export async function readCapacities(
  store: TelemetryReader,
  scope: ClusterScope,
  defaults: CapacityDefaults,
): Promise<FindCapacity> {
  const reports = new Map<string, number>()
  for (const { cluster, node, metric_name, within, before } of await readReports(store, scope)) {
    reports.set(`${metric_name} ${nodeKey(cluster, node)}`, within > 0 ? within : before)
  }
  const capacityOf = (resource: Resource, cluster: string, node: string) => {
    const { capacity, allocatable } = reportedBy[resource]
    const key = nodeKey(cluster, node)
    return (
      reports.get(`${capacity} ${key}`) ?? reports.get(`${allocatable} ${key}`) ?? defaults.get(cluster)?.[resource]
    )
  }
  return (cluster, node) => {
    const cpu = capacityOf('cpu', cluster, node)
    const memory = capacityOf('memory', cluster, node)
    return { ...(cpu !== undefined && { cpu }), ...(memory !== undefined && { memory }) }
  }
}
