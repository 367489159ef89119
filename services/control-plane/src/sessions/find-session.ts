import { ServiceError } from '@signalbox/contracts'
import type { AgentSessionRow } from './store/agent-sessions.js'
import type { ControlPlaneStore } from '../control-plane-store.js'

/** @param id In any case. @throws ServiceError `not-found`, for sessions of other organizations as well. */
export function requireSession(
  { agentSessions }: Pick<ControlPlaneStore, 'agentSessions'>,
  organizationId: string,
  id: string,
): AgentSessionRow {
  const session = agentSessions.find(organizationId, id.toLowerCase())
  if (session === undefined) throw new ServiceError('not-found', { detail: `There is no session ${id}` })
  return session
}
