import type { ClusterOverview, clusterOverview } from '@signalbox/contracts'
import type { ApiCaller, RouteHandler } from '@signalbox/service-kit'
import { groupByKey } from '../selection/group-by-key.js'
import { roundThousandths } from '../selection/rounding.js'
import { resolveClusterScope } from './cluster-scope.js'
import { readHttpView } from './http-view.js'
import { readIssues } from './issues.js'
import {
  countWithoutCapacity,
  percentOf,
  percentRange,
  readNodeList,
  type ListedNode,
  type NodeList,
} from './node-list.js'
import type { Resource } from '../selection/resources.js'
import { readSeenContainers, type SeenContainer } from './seen-containers.js'
import type { UsageContext } from './usage-memory.js'

type OverviewQuery = Parameters<RouteHandler<typeof clusterOverview>>[0]['query']

const gibibyte = 2 ** 30

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

/** Percentage over the nodes with known usage and capacity; 0 if nothing was used, null if no capacity is known. */
function usedPercent({ nodes, unplaced }: NodeList, resource: Resource): number | null {
  if ([...nodes.map(({ usage }) => usage), ...unplaced].every((usage) => usage[resource] === null)) return 0
  const known = nodes.flatMap(({ usage, capacity }) => {
    const [used, held] = [usage[resource]?.avg, capacity[resource]]
    return used === undefined || held === undefined ? [] : [{ used, held }]
  })
  return percentOf(sum(known.map(({ used }) => used)), sum(known.map(({ held }) => held)))
}

function memoryTotalGb(nodes: readonly ListedNode[]): number | null {
  const known = nodes.flatMap(({ capacity }) => (capacity.memory === undefined ? [] : [capacity.memory]))
  return known.length === 0 ? null : roundThousandths(sum(known) / gibibyte)
}

function memoryUsedGb({ nodes, unplaced }: NodeList): number {
  const all = [...nodes.map(({ usage }) => usage), ...unplaced]
  return roundThousandths(sum(all.map(({ memory }) => memory?.avg ?? 0)) / gibibyte)
}

interface PodCounts {
  total: number
  running: number
  byNamespace: Record<string, number>
}

// A pod that moved was seen on two nodes, but still counts once.
function countPods(containers: readonly SeenContainer[]): PodCounts {
  const pods = groupByKey(
    containers.filter(({ pod, isFinished }) => pod !== '' && !isFinished),
    ({ cluster, namespace, pod }) => JSON.stringify([cluster, namespace, pod]),
  )
  const byNamespace = new Map<string, number>()
  let running = 0
  for (const seen of pods.values()) {
    const { namespace } = seen[0]
    byNamespace.set(namespace, (byNamespace.get(namespace) ?? 0) + 1)
    if (seen.some(({ isRecent }) => isRecent)) running += 1
  }
  return { total: pods.size, running, byNamespace: Object.fromEntries(byNamespace) }
}

/** The state of all clusters, or of one, at a glance. */
export async function readOverview(
  context: UsageContext,
  caller: ApiCaller,
  query: OverviewQuery,
): Promise<ClusterOverview> {
  const { store } = context
  const scope = resolveClusterScope(context, caller, query)
  const seen = readSeenContainers(store, scope)
  const [containers, list, issues, http] = await Promise.all([
    seen,
    readNodeList(context, scope, seen),
    readIssues(store, scope),
    readHttpView(store, scope),
  ])
  const pods = countPods(containers)
  const usedPercents = (node: ListedNode) => ({
    cpu_used_percent: percentRange(node, 'cpu').avg,
    memory_used_percent: percentRange(node, 'memory').avg,
  })
  return {
    hours_back: query.hours_back,
    cluster: {
      node_count: list.nodes.length,
      nodes_without_capacity: countWithoutCapacity(list.nodes),
      total_pods: pods.total,
      running_pods: pods.running,
      cpu_used_percent: usedPercent(list, 'cpu'),
      memory_used_percent: usedPercent(list, 'memory'),
      memory_total_gb: memoryTotalGb(list.nodes),
      memory_used_gb: memoryUsedGb(list),
    },
    nodes: Object.fromEntries(list.nodes.map((node) => [node.name, usedPercents(node)])),
    pods_by_namespace: pods.byNamespace,
    issues,
    http,
  }
}
