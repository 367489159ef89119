import { resources, type ByResource, type Resource } from '../selection/resources.js'
import type { ClusterScope } from './cluster-scope.js'
import { nodeKey } from './node-names.js'
import { recallUsage, type UsageContext } from './usage-memory.js'
import type { NodePeriod, OfNode, UsageRange, UsageSum } from './usage-periods.js'
import { maxMinutes, seriesKinds, sumMinutes, usageByHour, type UsageRequest } from './usage-series.js'

/** Usage of a node; null for resources without samples. */
export interface NodeUsage extends ByResource<UsageRange | null>, OfNode {}

type UsageRow = OfNode & { startMs: number } & Record<`${Resource}Minutes`, number> &
  Record<`${Resource}${'Sum' | 'Min' | 'Max' | 'MaxAtMs'}`, number | null>

// Per minute: the node's own report, else samples of the node itself, else the sum over its pods. Series are summed per
// node as arrays of minutes: one row per minute and series would take several times as long.
function usageOfNodes(request: UsageRequest) {
  const usage = usageByHour(request)
  const isNode = `kind != ${seriesKinds.report} AND namespace = '' AND pod = '' AND container = ''`
  const best = resources.map((name) => {
    const reported = maxMinutes(name, `kind = ${seriesKinds.report}`)
    const sources = [reported, maxMinutes(name, isNode), sumMinutes(name, `${name}Counts`)]
    return `arrayMap((reported, own, pods) -> coalesce(reported, own, pods), ${sources.join(', ')}) AS ${name}Used`
  })
  const sums = resources.map(
    (name) =>
      `count(${name}) AS ${name}Minutes, sum(${name}) AS ${name}Sum, min(${name}) AS ${name}Min, ` +
      `max(${name}) AS ${name}Max, (toUnixTimestamp(argMax(hour, ${name})) + 60 * argMax(number, ${name})) * 1000 AS ${name}MaxAtMs`,
  )
  return {
    sql: `
      SELECT cluster, node, startMs, ${sums.join(', ')}
      FROM (
        SELECT cluster, node, startMs, hour, ${best.join(', ')}
        FROM (${usage.sql})
        GROUP BY cluster, node, startMs, hour)
      ARRAY JOIN range(60) AS number, ${resources.map((name) => `${name}Used AS ${name}`).join(', ')}
      GROUP BY cluster, node, startMs`,
    parameters: usage.parameters,
  }
}

function sumOf(row: UsageRow, resource: Resource): UsageSum | null {
  const [sum, min, max] = [row[`${resource}Sum`], row[`${resource}Min`], row[`${resource}Max`]]
  if (sum === null || min === null || max === null) return null
  return { minutes: row[`${resource}Minutes`], sum, min, max, maxAtMs: row[`${resource}MaxAtMs`] ?? 0 }
}

function addSums(one: UsageSum | null, other: UsageSum | null): UsageSum | null {
  if (one === null || other === null) return one ?? other
  const { max, maxAtMs } = other.max > one.max ? other : one
  return {
    minutes: one.minutes + other.minutes,
    sum: one.sum + other.sum,
    min: Math.min(one.min, other.min),
    max,
    maxAtMs,
  }
}

function addPeriods(periods: Iterable<NodePeriod>): NodePeriod[] {
  const totals = new Map<string, NodePeriod>()
  for (const period of periods) {
    const total = totals.get(period.key) ?? { ...period, cpu: null, memory: null }
    const sums = { cpu: addSums(total.cpu, period.cpu), memory: addSums(total.memory, period.memory) }
    totals.set(period.key, { ...total, ...sums })
  }
  return [...totals.values()]
}

async function readPeriods({ store }: UsageContext, request: Omit<UsageRequest, 'resources'>): Promise<NodePeriod[]> {
  const rows = await store.read<UsageRow>({ name: 'nodeUsage', ...usageOfNodes({ ...request, resources }) })
  return rows.map((row) => ({
    cluster: row.cluster,
    node: row.node,
    startMs: row.startMs,
    key: nodeKey(row.cluster, row.node),
    cpu: sumOf(row, 'cpu'),
    memory: sumOf(row, 'memory'),
  }))
}

function rangeOf(sums: UsageSum | null): UsageRange | null {
  if (sums === null) return null
  const { minutes, sum, ...range } = sums
  return { avg: sum / minutes, ...range }
}

/** Usage of each node, first by minute, then over the minutes with samples. */
export async function readNodeUsage(context: UsageContext, scope: ClusterScope): Promise<NodeUsage[]> {
  const nodes = await recallUsage(context, scope, {
    memory: context.usageMemory.nodes,
    name: 'nodes',
    read: (request) => readPeriods(context, request),
    add: addPeriods,
  })
  return nodes.map(({ cluster, node, cpu, memory }) => ({ cluster, node, cpu: rangeOf(cpu), memory: rangeOf(memory) }))
}
