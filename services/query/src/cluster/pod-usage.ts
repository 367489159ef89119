import type { Resource } from '../selection/resources.js'
import type { ClusterScope } from './cluster-scope.js'
import { recallUsage, type UsageContext } from './usage-memory.js'
import type { PodPeriod, PodUsage } from './usage-periods.js'
import { sumMinutes, usageByHour, type UsageRequest } from './usage-series.js'

function usageOfPods(request: Omit<UsageRequest, 'resources'>, resource: Resource) {
  const withCpuCounters = resource === 'cpu' && request.withCpuCounters
  const usage = usageByHour({ ...request, resources: [resource], withCpuCounters, withReports: false })
  return {
    sql: `
      SELECT cluster, node, namespace, pod, startMs, sum(length(used)) AS minutes, sum(arraySum(used)) AS sum,
        max(arrayMax(used)) AS max
      FROM (
        SELECT cluster, node, namespace, pod, startMs,
          arrayMap(mean -> assumeNotNull(mean), arrayFilter(mean -> isNotNull(mean), ${sumMinutes(resource, 'true')})) AS used
        FROM (${usage.sql})
        WHERE ${resource}Counts
        GROUP BY cluster, node, namespace, pod, startMs, hour)
      WHERE notEmpty(used)
      GROUP BY cluster, node, namespace, pod, startMs`,
    parameters: usage.parameters,
  }
}

/** The usage of every pod in the scope; a pod that moved has one entry per node. */
export async function readPodUsage(
  context: UsageContext,
  scope: ClusterScope,
  resource: Resource,
): Promise<PodUsage[]> {
  return recallUsage(context, scope, {
    memory: context.usageMemory.pods,
    name: resource,
    read: (request) => readPeriods(context, request, resource),
    add: addPeriods,
  })
}

function addPeriods(periods: Iterable<PodPeriod>): PodPeriod[] {
  const totals = new Map<string, PodPeriod>()
  for (const period of periods) {
    const total = totals.get(period.key)
    if (total === undefined) {
      totals.set(period.key, { ...period })
    } else {
      total.minutes += period.minutes
      total.sum += period.sum
      total.max = Math.max(total.max, period.max)
    }
  }
  return [...totals.values()]
}

async function readPeriods(
  { store }: UsageContext,
  request: Omit<UsageRequest, 'resources'>,
  resource: Resource,
): Promise<PodPeriod[]> {
  const usage = usageOfPods(request, resource)
  const rows = await store.read<Omit<PodPeriod, 'key'>>({ name: 'podUsage', ...usage })
  return rows.map((row) => ({ ...row, key: JSON.stringify([row.cluster, row.node, row.namespace, row.pod]) }))
}
