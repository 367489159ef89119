import { groupByKey } from '../selection/group-by-key.js'
import { roundPercent } from '../selection/rounding.js'
import type { ClusterScope } from './cluster-scope.js'
import type { NodeCapacity } from '../selection/capacity-defaults.js'
import { readCapacities } from './node-capacity.js'
import { createNodeNaming, nodeKey } from './node-names.js'
import { compareText } from '../selection/compare-text.js'
import { readNodeUsage, type NodeUsage } from './node-usage.js'
import type { UsageRange } from './usage-periods.js'
import type { Resource } from '../selection/resources.js'
import type { PlacedPod } from './seen-containers.js'
import type { UsageContext } from './usage-memory.js'

/** A node that sent samples within the window. */
export interface ListedNode {
  /** Name in responses: the bare name if it is unique. */
  name: string
  usage: Pick<NodeUsage, Resource>
  capacity: NodeCapacity
  /** Distinct pods seen on it. */
  podCount: number
}

/** The nodes of the scope, and the usage of containers that didn't report their node. */
export interface NodeList {
  /** By name. */
  nodes: ListedNode[]
  unplaced: NodeUsage[]
}

/** Percentage of a capacity; null if usage or capacity is unknown. */
export function percentOf(used: number | undefined, capacity: number | undefined): number | null {
  if (used === undefined || capacity === undefined || capacity <= 0) return null
  return roundPercent((100 * used) / capacity)
}

/** Percentage of the node's capacity over the minutes of the window. */
export function percentRange({ usage, capacity }: ListedNode, resource: Resource) {
  const range: Partial<UsageRange> = usage[resource] ?? {}
  return {
    avg: percentOf(range.avg, capacity[resource]),
    min: percentOf(range.min, capacity[resource]),
    max: percentOf(range.max, capacity[resource]),
  }
}

/** Number of nodes for which the capacity of at least one resource is unknown. */
export function countWithoutCapacity(nodes: readonly ListedNode[]): number {
  return nodes.filter(({ capacity }) => capacity.cpu === undefined || capacity.memory === undefined).length
}

/** Combines which nodes were seen, their usage and their capacity. */
export async function readNodeList(
  context: UsageContext,
  scope: ClusterScope,
  placedPods: Promise<readonly PlacedPod[]>,
): Promise<NodeList> {
  const [containers, usage, findCapacity] = await Promise.all([
    placedPods,
    readNodeUsage(context, scope),
    readCapacities(context.store, scope, context.capacityDefaults),
  ])
  const usageByNode = new Map(usage.map((one) => [nodeKey(one.cluster, one.node), one]))
  const placed = groupByKey(
    containers.filter(({ node }) => node !== ''),
    ({ cluster, node }) => nodeKey(cluster, node),
  )
  const nameOf = createNodeNaming([...placed.values()].map(([first]) => first))
  const nodes = [...placed].map(([key, seen]) => ({
    name: nameOf(seen[0]),
    usage: usageByNode.get(key) ?? { cpu: null, memory: null },
    capacity: findCapacity(seen[0].cluster, seen[0].node),
    podCount: seen.filter(({ pod }) => pod !== '').length,
  }))
  return {
    nodes: nodes.sort((left, right) => compareText(left.name, right.name)),
    unplaced: usage.filter(({ node }) => node === ''),
  }
}
