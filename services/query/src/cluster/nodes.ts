import type { ClusterNodes, clusterNodes } from '@signalbox/contracts'
import type { ApiCaller, RouteHandler } from '@signalbox/service-kit'
import { roundThousandths } from '../selection/rounding.js'
import { resolveClusterScope } from './cluster-scope.js'
import { countWithoutCapacity, percentRange, readNodeList, type ListedNode } from './node-list.js'
import { compareText } from '../selection/compare-text.js'
import type { Resource } from '../selection/resources.js'
import { readPlacedPods } from './seen-containers.js'
import type { UsageContext } from './usage-memory.js'

type NodesQuery = Parameters<RouteHandler<typeof clusterNodes>>[0]['query']

const gibibyte = 2 ** 30

/**
 * Names by usage, highest first: nodes with a known percentage, then the others by absolute usage, then those without
 * samples of the resource; ties by name.
 */
function rankBy(nodes: readonly ListedNode[], resource: Resource): string[] {
  const ranked = nodes.map((node) => ({
    name: node.name,
    percent: percentRange(node, resource).avg ?? -1,
    used: node.usage[resource]?.avg ?? -1,
  }))
  ranked.sort((left, right) => {
    if (left.percent !== right.percent) return right.percent - left.percent
    const byUse = left.percent < 0 ? right.used - left.used : 0
    return byUse === 0 ? compareText(left.name, right.name) : byUse
  })
  return ranked.map(({ name }) => name)
}

/** The node with the highest percentage of either resource, else the first by CPU usage; null without nodes. */
function findHottest(nodes: readonly ListedNode[], byCpu: readonly string[]): string | null {
  let hottest: { name: string; percent: number } | undefined
  for (const node of nodes) {
    const percent = Math.max(percentRange(node, 'cpu').avg ?? -1, percentRange(node, 'memory').avg ?? -1)
    if (percent >= 0 && percent > (hottest?.percent ?? -1)) hottest = { name: node.name, percent }
  }
  return hottest?.name ?? byCpu[0] ?? null
}

function describe(node: ListedNode) {
  const { memory } = node.capacity
  return {
    cpu_used_percent: percentRange(node, 'cpu'),
    memory_used_percent: percentRange(node, 'memory'),
    memory_total_gb: memory === undefined ? null : roundThousandths(memory / gibibyte),
    pod_count: node.podCount,
  }
}

/** The usage of each node, and rankings. */
export async function readNodes(context: UsageContext, caller: ApiCaller, query: NodesQuery): Promise<ClusterNodes> {
  const scope = resolveClusterScope(context, caller, query)
  const containers = readPlacedPods(context.store, scope)
  const { nodes } = await readNodeList(context, scope, containers)
  const byCpu = rankBy(nodes, 'cpu')
  return {
    hours_back: query.hours_back,
    node_count: nodes.length,
    nodes_without_capacity: countWithoutCapacity(nodes),
    nodes: Object.fromEntries(nodes.map((node) => [node.name, describe(node)])),
    rankings: { by_cpu_usage: byCpu, by_memory_usage: rankBy(nodes, 'memory') },
    hottest_node: findHottest(nodes, byCpu),
  }
}
