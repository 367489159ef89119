import { createId, type SessionOriginKind } from '@signalbox/contracts'
import type { AgentSessionRow } from './store/agent-sessions.js'
import { makeRoomForSessions } from './make-room.js'
import type { SessionStores } from './store/session-stores.js'

/** A session to start, and who requests it. */
export interface NewSession {
  /** Preassigned id. Default: a new one. */
  id?: string
  organizationId: string
  prompt: string
  context: Record<string, unknown>
  /** The id of the deployment, run or issue; null if a person requests it. */
  origin: { kind: SessionOriginKind; id: string | null }
  /** Unix milliseconds. */
  now: number
}

/**
 * Makes room for a session and creates it, active and not claimed yet. It may be called inside `store.transact`: then it is stored
 * together with whatever caused it, or not at all.
 */
export function startSession(
  store: Pick<SessionStores, 'agentSessions' | 'automationTotals'>,
  { id, organizationId, prompt, context, origin, now }: NewSession,
): AgentSessionRow {
  makeRoomForSessions(store, organizationId)
  return store.agentSessions.insert({
    id: id ?? createId(now),
    organization_id: organizationId,
    prompt,
    context: JSON.stringify(context),
    origin_kind: origin.kind,
    origin_id: origin.id,
    created_at: now,
  })
}
