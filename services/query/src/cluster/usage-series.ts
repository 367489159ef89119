import { aggregateContainers, labelAggregates } from '../container-minutes.js'
import { allOf, whereEqual, type Filter } from '../filter.js'
import { ofOrganization, withinWindow } from '../telemetry-scope.js'
import type { ClusterScope } from './cluster-scope.js'
import { usageByCounter } from './cpu-counters.js'
import type { ByResource, Resource } from './resources.js'

const columnOf: ByResource<string> = { cpu: 'cpu_usage_cores', memory: 'memory_usage_bytes' }

/** The usage to be read: of which resources, and whether cores must be worked out from counters of CPU seconds. */
export interface UsageRequest {
  scope: ClusterScope
  resources: readonly Resource[]
  withCpuCounters: boolean
}

// Mean of the samples of a series in a minute; NULL when it sent none. A counter's series may have the same number as
// that of its container's other samples.
function seriesMinutes({ scope, resources, withCpuCounters }: UsageRequest): Filter {
  const containers = aggregateContainers(scope.organizationId, scope.window, {
    per: 'series and minute',
    aggregates: resources.map((name) => `sum(${columnOf[name]}) / nullIf(count(${columnOf[name]}), 0) AS ${name}`),
  })
  if (!withCpuCounters) return containers
  const counters = usageByCounter(scope)
  const columns = resources.map((name) => (name === 'cpu' ? 'cores AS cpu' : `NULL AS ${name}`))
  return {
    sql: `
      SELECT *, false AS isCounter FROM (${containers.sql})
      UNION ALL
      SELECT series, minute, ${columns.join(', ')}, true AS isCounter FROM (${counters.sql})`,
    parameters: { ...containers.parameters, ...counters.parameters },
  }
}

// Every series with its labels; `<name>Samples` is above 0 when it sent samples of the resource.
function labelledSeries({ scope, resources, withCpuCounters }: UsageRequest): Filter {
  const containers = aggregateContainers(scope.organizationId, scope.window, {
    per: 'series',
    aggregates: [...labelAggregates, ...resources.map((name) => `isNotNull(max(${columnOf[name]})) AS ${name}Samples`)],
  })
  if (!withCpuCounters)
    return { sql: `SELECT *, false AS isCounter FROM (${containers.sql})`, parameters: containers.parameters }
  const counters = allOf(ofOrganization(scope.organizationId), withinWindow('timestamp', scope.window))
  const samples = resources.map((name) => `${name === 'cpu' ? 'count()' : '0'} AS ${name}Samples`)
  return {
    sql: `
      SELECT *, false AS isCounter FROM (${containers.sql})
      UNION ALL
      SELECT series, ${[...labelAggregates, ...samples].join(', ')}, true AS isCounter
      FROM metric_points WHERE ${counters.sql} AND metric_name = 'cpu_usage_seconds_total'
      GROUP BY series`,
    parameters: { ...containers.parameters, ...counters.parameters },
  }
}

// A pod is the sum of its containers; its own sample counts only when none of them sent any. A counter counts only
// for a container that did not send cores.
function countsForPod(resource: Resource): string {
  const containerCounts = `max(container != '' AND ${resource}Samples > 0) OVER (PARTITION BY cluster, namespace, pod)`
  const coresCount =
    `max(NOT isCounter AND ${resource}Samples > 0) ` + 'OVER (PARTITION BY cluster, node, namespace, pod, container)'
  return `pod != '' AND (container != '' OR NOT ${containerCounts}) AND NOT (isCounter AND ${coresCount}) AS ${resource}Counts`
}

/**
 * Usage minute by minute with the labels it belongs to: a query with the columns `cluster, node, namespace, pod,
 * minute, node_hash, pod_hash`, for each resource `<name>` (NULL when there is none) and `<name>Counts` (whether it
 * is part of the pod's sum), and `isNode` (the sample describes the node itself).
 *
 * Labels are joined to the series afterwards: there are few series, and grouping millions of rows by a number is
 * several times as fast as by five texts.
 */
export function usageByMinute(request: UsageRequest): Filter {
  const { scope, resources } = request
  const values = seriesMinutes(request)
  const labels = labelledSeries(request)
  const cluster = whereEqual('cluster', scope.cluster)
  const samples = resources.map((name) => `sum(${name}Samples) AS ${name}Samples`)
  return {
    sql: `
      SELECT cluster, node, namespace, pod, minute, node_hash, pod_hash, isNode,
        ${resources.map((name) => `${name}, ${name}Counts`).join(', ')}
      FROM (${values.sql}) AS usage
      INNER JOIN (
        SELECT series, isCounter, cluster, node, namespace, pod, namespace = '' AND pod = '' AND container = '' AS isNode,
          cityHash64(cluster, node) AS node_hash, cityHash64(cluster, node, namespace, pod) AS pod_hash,
          ${resources.map(countsForPod).join(', ')}
        FROM (
          SELECT series, isCounter, ${[...labelAggregates, ...samples].join(', ')}
          FROM (${labels.sql})
          GROUP BY series, isCounter)
        WHERE ${cluster?.sql ?? 'true'}
      ) AS labels USING (${request.withCpuCounters ? 'series, isCounter' : 'series'})`,
    parameters: { ...values.parameters, ...labels.parameters, ...cluster?.parameters },
  }
}
