import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { apiQuery, liveMs } from '../../api/queries.js'
import { useProject } from '../../frame/project/projects.js'
import { rangeQuery } from '../../frame/range/range.js'
import { useRange } from '../../frame/range/use-range.js'

/** The server lists at most so many at once. */
const listedMax = 100
const words = ['1h', '6h', '24h', '7d', '30d'] as const

/** Deployments of the range and project, other changes beside them, and the sessions that watch. */
export function useDeployments() {
  const project = useProject()
  const range = rangeQuery(useRange(), words)
  const query = { ...range, ...(project && { project_id: project.id }), limit: listedMax }
  const live = { refetchInterval: liveMs, placeholderData: keepPreviousData }
  return {
    deployments: useQuery({ ...apiQuery('listDeployments', { query }), ...live }),
    changes: useQuery({ ...apiQuery('listChanges', { query }), ...live }),
    watches: useQuery({
      ...apiQuery('listAgentSessions', { query: { origin: 'deployment', page_size: listedMax } }),
      ...live,
    }),
  }
}
