import { groupByKey } from '../selection/group-by-key.js'
import { roundPercent } from '../selection/rounding.js'
import type { FindCapacity } from './node-capacity.js'
import { compareText } from '../selection/compare-text.js'
import type { PodUsage } from './usage-periods.js'
import type { Resource } from '../selection/resources.js'

/** What 100 percent means: the node's capacity, one core, or all memory seen in the cluster. */
export type Basis = 'node_capacity' | 'one_core' | 'observed_share'

/** A pod with its usage as a percentage of its basis. */
export interface RankedPod {
  namespace: string
  pod: string
  avg_percent: number
  max_percent: number
  basis: Basis
}

/** The basis of pods on nodes with unknown capacity. */
export const basisWithoutCapacity = { cpu: 'one_core', memory: 'observed_share' } as const

/** A pod's entries, one per node it ran on. */
type PodLines = readonly [PodUsage, ...PodUsage[]]

function averageOf(lines: PodLines, wholeOf: (line: PodUsage) => number): number {
  const minutes = lines.reduce((count, line) => count + line.minutes, 0)
  const share = lines.reduce((sum, line) => sum + line.sum / wholeOf(line), 0)
  return minutes === 0 ? 0 : share / minutes
}

function rank(lines: PodLines, basis: Basis, wholeOf: (line: PodUsage) => number): RankedPod {
  const { namespace, pod } = lines[0]
  return {
    namespace,
    pod,
    avg_percent: roundPercent(100 * averageOf(lines, wholeOf)),
    max_percent: roundPercent(100 * Math.max(...lines.map((line) => line.max / wholeOf(line)))),
    basis,
  }
}

/** Mean usage of all pods per cluster; never 0, so it is safe to divide by. */
function observedTotals(pods: readonly PodLines[]): (line: PodUsage) => number {
  const totals = new Map<string, number>()
  for (const lines of pods) {
    const { cluster } = lines[0]
    totals.set(cluster, (totals.get(cluster) ?? 0) + averageOf(lines, () => 1))
  }
  return ({ cluster }) => totals.get(cluster) || 1
}

/** All pods by average usage, highest first; ties by namespace, then pod. */
export function rankPods(usage: readonly PodUsage[], resource: Resource, findCapacity: FindCapacity): RankedPod[] {
  const byPod = groupByKey(usage, ({ cluster, namespace, pod }) => JSON.stringify([cluster, namespace, pod]))
  const pods = [...byPod.values()]
  const wholeWithoutCapacity = resource === 'cpu' ? () => 1 : observedTotals(pods)
  const capacityOf = ({ cluster, node }: PodUsage) => findCapacity(cluster, node)[resource]
  const ranked = pods.map((lines) =>
    lines.every((line) => capacityOf(line) !== undefined)
      ? rank(lines, 'node_capacity', (line) => capacityOf(line) ?? 1)
      : rank(lines, basisWithoutCapacity[resource], wholeWithoutCapacity),
  )
  return ranked.sort(
    (left, right) =>
      right.avg_percent - left.avg_percent ||
      compareText(left.namespace, right.namespace) ||
      compareText(left.pod, right.pod),
  )
}
