import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { apiQuery, liveMs } from '../../api/queries.js'
import { useProject } from '../../frame/project/projects.js'
import { rangeQuery } from '../../frame/range/range.js'
import { useRange } from '../../frame/range/use-range.js'

/** The server lists at most so many at once. */
export const listedMax = 100
const words = ['1h', '6h', '24h', '7d', '30d'] as const

/**
 * Deployments of the range and project, other changes beside them, and the sessions that watch.
 * @param pages How many times `listedMax` deployments are shown: the newest are live, older ones are asked for once.
 */
export function useDeployments(pages: number) {
  const project = useProject()
  const range = rangeQuery(useRange(), words)
  const query = { ...range, ...(project && { project_id: project.id }), limit: listedMax }
  const live = { refetchInterval: liveMs, placeholderData: keepPreviousData }
  const numbers = Array.from({ length: pages }, (_, index) => index + 1)
  return {
    deployments: useQuery({ ...apiQuery('listDeployments', { query }), ...live }),
    older: useQueries({
      queries: numbers.slice(1).map((page) => ({
        ...apiQuery('listDeployments', { query: { ...query, offset: (page - 1) * listedMax } }),
        staleTime: 60_000,
      })),
      combine: (answers) => answers.flatMap(({ data }) => data?.deployments ?? []),
    }),
    changes: useQuery({ ...apiQuery('listChanges', { query }), ...live }),
    watches: useQueries({
      queries: numbers.map((page) => ({
        ...apiQuery('listAgentSessions', { query: { origin: 'deployment', page, page_size: listedMax } }),
        ...(page === 1 ? live : { staleTime: 60_000 }),
      })),
      combine: (answers) => answers.flatMap(({ data }) => data?.sessions ?? []),
    }),
  }
}
