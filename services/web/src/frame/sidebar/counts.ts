import { useQuery } from '@tanstack/react-query'
import { useSession } from '../../api/session.js'
import { apiQuery } from '../../api/queries.js'

const countsMs = 30_000

/** Numbers of items that need action; undefined until loaded. */
export interface Counts {
  unresolved: number | undefined
  firing: number | undefined
  active: number | undefined
}

/** The sidebar shows numbers only for items that need action. */
export function useCounts(): Counts {
  const { scopes } = useSession()
  const live = { refetchInterval: countsMs, staleTime: countsMs }
  const issues = useQuery({
    ...apiQuery('listIssues', { query: { query: 'is:unresolved', limit: 0 } }),
    ...live,
    enabled: scopes.includes('issues:read'),
  })
  const alerts = useQuery({
    ...apiQuery('listAlerts', { query: { state: 'firing', page_size: 1 } }),
    ...live,
    enabled: scopes.includes('alerts:read'),
  })
  const sessions = useQuery({
    ...apiQuery('listAgentSessions', { query: { status: 'active', page_size: 1 } }),
    ...live,
    enabled: scopes.includes('sessions:read'),
  })
  return { unresolved: issues.data?.total, firing: alerts.data?.count, active: sessions.data?.count }
}
