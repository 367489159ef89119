import { containerMetricNames } from '@signalbox/contracts'
import { aggregateContainers, labelAggregates } from '../selection/container-series.js'
import { allOf } from '../selection/filter.js'
import type { QueryContext } from '../reading/query-context.js'
import { ofOrganization, withinWindow, type TelemetryScope } from '../selection/telemetry-scope.js'

// A bare count of a nullable column is rewritten to read its null map, which no projection contains; next to max it
// isn't.
const samplesOfSeries = containerMetricNames.map((name) => `if(isNull(max(${name})), 0, count(${name}))`).join(' + ')

/** Samples as counted by the metrics query, and their containers and pods. Metrics have no project. */
export async function summarizeMetrics({ store }: QueryContext, { organizationId, window }: TelemetryScope) {
  const containers = aggregateContainers(organizationId, window, [...labelAggregates, `${samplesOfSeries} AS samples`])
  const points = allOf(ofOrganization(organizationId), withinWindow('timestamp', window))
  const [counts] = await store.read<{ total: number; containers: number; pods: number }>({
    name: 'metricStats',
    sql: `
      SELECT sum(samples) AS total, uniqExactIf((cluster, namespace, pod, container), container != '') AS containers,
        uniqExactIf((cluster, namespace, pod), pod != '') AS pods
      FROM (
        ${containers.sql}
        UNION ALL
        SELECT series, ${labelAggregates.join(', ')}, count() AS samples
        FROM metric_points WHERE ${points.sql}
        GROUP BY series)`,
    parameters: { ...containers.parameters, ...points.parameters },
  })
  return counts ?? { total: 0, containers: 0, pods: 0 }
}
