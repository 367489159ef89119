import { createId, type SessionOriginKind } from '@signalbox/contracts'
import type { AgentSessionRow } from './store/agent-sessions.js'
import type { SessionStores } from './store/session-stores.js'

/** What is to be investigated, and who asks for it. */
export interface NewSession {
  /** Chosen before; a new one when left out. */
  id?: string
  organizationId: string
  prompt: string
  context: Record<string, unknown>
  /** The id is that of the deployment, run or issue; null when a person asks. */
  origin: { kind: SessionOriginKind; id: string | null }
  /** Unix milliseconds. */
  now: number
}

/**
 * Makes a session, active and claimed by nobody. It may be called inside `store.transact`: then it is kept together
 * with what asks for it, or not at all.
 */
export function startSession(
  { agentSessions }: Pick<SessionStores, 'agentSessions'>,
  { id, organizationId, prompt, context, origin, now }: NewSession,
): AgentSessionRow {
  return agentSessions.insert({
    id: id ?? createId(now),
    organization_id: organizationId,
    prompt,
    context: JSON.stringify(context),
    origin_kind: origin.kind,
    origin_id: origin.id,
    created_at: now,
  })
}
