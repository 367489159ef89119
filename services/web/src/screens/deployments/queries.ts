import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { api } from '../../api/api.js'
import { apiQuery, liveMs } from '../../api/queries.js'
import { useProject } from '../../frame/project/projects.js'
import { rangeQuery } from '../../frame/range/range.js'
import { useRange } from '../../frame/range/use-range.js'

/** The server's maximum page size. */
export const listedMax = 100
const words = ['1h', '6h', '24h', '7d', '30d'] as const
const live = { refetchInterval: liveMs, placeholderData: keepPreviousData }

/** The page's query: its range and project. */
function useListQuery() {
  const project = useProject()
  return { ...rangeQuery(useRange(), words), ...(project && { project_id: project.id }), limit: listedMax }
}

/** Deployments of the range and project, newest first, paginated; all loaded pages are refetched together. */
export function useDeployments() {
  const query = useListQuery()
  return useInfiniteQuery({
    queryKey: ['listDeployments', 'pages', query],
    queryFn: ({ pageParam, signal }) => api.call('listDeployments', { query: { ...query, offset: pageParam } }, signal),
    initialPageParam: 0,
    getNextPageParam: (last, pages) =>
      last.has_more ? pages.reduce((sum, { deployments }) => sum + deployments.length, 0) : undefined,
    ...live,
  })
}

/** Other changes in the range. */
export function useOtherChanges() {
  const query = useListQuery()
  const { data } = useQuery({ ...apiQuery('listChanges', { query }), ...live })
  return (data?.changes ?? []).filter(({ kind }) => kind !== 'deployment')
}
