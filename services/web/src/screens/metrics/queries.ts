import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../api/queries.js'
import { useProject } from '../../frame/project/projects.js'
import { rangeQuery } from '../../frame/range/range.js'
import { useRange } from '../../frame/range/use-range.js'
import { readFilters } from './filters.js'
import type { MetricsSearch } from './metrics-search.js'

const words = ['5m', '15m', '1h', '6h', '24h', '7d', '30d'] as const
const renewMs = 30_000
const appMetricsMax = 1_000

/** The range and project of the view, as query parameters. */
function useScope() {
  const range = useRange()
  const project = useProject()
  return { ...rangeQuery(range, words), ...(project !== undefined && { project_id: project.id }) }
}

/** All metrics in the range: data points, and application metrics. */
export function useMetricNames() {
  const query = useScope()
  const often = { refetchInterval: renewMs, placeholderData: keepPreviousData }
  return {
    points: useQuery({ ...apiQuery('listDataPointMetrics', { query }), ...often }),
    apps: useQuery({ ...apiQuery('queryAppMetrics', { query: { ...query, limit: appMetricsMax } }), ...often }),
  }
}

/** One metric: its data points or, if it has none, its measurements as an application metric. */
export function useMetric(name: string, { aggregate, group_by: groupBy, attribute }: MetricsSearch) {
  const query = { ...useScope(), name, ...(attribute !== undefined && { attribute: readFilters(attribute) }) }
  const points = useQuery({
    ...apiQuery('queryDataPoints', {
      query: {
        ...query,
        ...(aggregate !== undefined && { aggregate }),
        ...(groupBy !== undefined && { group_by: [groupBy] }),
      },
    }),
    refetchInterval: renewMs,
  })
  const app = useQuery({
    ...apiQuery('queryAppMetrics', {
      query: { ...query, limit: 1, ...(groupBy !== undefined && { group_by: groupBy }) },
    }),
    refetchInterval: renewMs,
    enabled: points.data?.metric === null,
  })
  return { points, app }
}

/** Attributes of a metric's data points, for completion. */
export function useAttributes(name: string | undefined) {
  const query = useScope()
  const { data } = useQuery({
    ...apiQuery('listDataPointAttributes', { query: { ...query, name: name ?? '' } }),
    enabled: name !== undefined,
    staleTime: renewMs,
  })
  return data?.attributes ?? []
}
