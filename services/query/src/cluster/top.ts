import type { ClusterTop, clusterTop } from '@signalbox/contracts'
import type { ApiCaller, RouteHandler } from '@signalbox/service-kit'
import { groupByKey } from '../selection/group-by-key.js'
import { roundPercent } from '../selection/rounding.js'
import { resolveClusterScope } from './cluster-scope.js'
import { readCapacities } from './node-capacity.js'
import { basisWithoutCapacity, rankPods, type RankedPod } from './pod-ranking.js'
import { readPodUsage } from './pod-usage.js'
import type { UsageContext } from './usage-memory.js'

type TopQuery = Parameters<RouteHandler<typeof clusterTop>>[0]['query']

function averageByNamespace(pods: readonly RankedPod[]) {
  const averages = [...groupByKey(pods, ({ namespace }) => namespace)].map(([namespace, group]) => {
    const sum = group.reduce((total, { avg_percent }) => total + avg_percent, 0)
    return [namespace, { avg: roundPercent(sum / group.length), pod_count: group.length }] as const
  })
  return Object.fromEntries(averages)
}

/** The pods with the highest usage of a resource. */
export async function readTop(context: UsageContext, caller: ApiCaller, query: TopQuery): Promise<ClusterTop> {
  const { resource, hours_back, limit } = query
  const scope = resolveClusterScope(context, caller, query)
  const [usage, findCapacity] = await Promise.all([
    readPodUsage(context, scope, resource),
    readCapacities(context.store, scope, context.capacityDefaults),
  ])
  const pods = rankPods(usage, resource, findCapacity)
  const allKnown = pods.every(({ basis }) => basis === 'node_capacity')
  return {
    resource,
    hours_back,
    limit,
    // Without pods, no basis can be unknown.
    basis: allKnown ? 'node_capacity' : basisWithoutCapacity[resource],
    top_consumers: pods.slice(0, limit),
    by_namespace: averageByNamespace(pods),
  }
}
