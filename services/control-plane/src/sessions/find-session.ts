import { ServiceError } from '@signalbox/contracts'
import type { AgentSessionRow } from './store/agent-sessions.js'
import type { SessionStores } from './store/session-stores.js'

/** @param id Case-insensitive. @throws ServiceError `not-found`, also for sessions of other organizations. */
export function requireSession(
  { agentSessions }: Pick<SessionStores, 'agentSessions'>,
  organizationId: string,
  id: string,
): AgentSessionRow {
  const session = agentSessions.find(organizationId, id.toLowerCase())
  if (session === undefined) throw new ServiceError('not-found', { detail: `No such session: ${id}` })
  return session
}
