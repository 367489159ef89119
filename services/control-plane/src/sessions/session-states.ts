import { ServiceError, type SessionReport, type SessionStatus } from '@signalbox/contracts'
import type { AgentSessionRow } from './store/agent-sessions.js'
import type { SessionStores } from './store/session-stores.js'

/** Allowed state transitions of a session. This is the only place that defines them: an ended session never changes. */
const followers = {
  active: ['completed', 'failed', 'cancelled'],
  completed: [],
  failed: [],
  cancelled: [],
} as const satisfies Record<SessionStatus, readonly SessionStatus[]>

/** The end of a session. Only a completed one has a report, which determines its verdict. */
export type SessionEnd =
  { status: 'completed'; report: SessionReport } | { status: 'failed'; reason: string } | { status: 'cancelled' }

/** True if a session may change from one state to another. */
export function isAllowed(from: SessionStatus, to: SessionStatus): boolean {
  const allowed: readonly SessionStatus[] = followers[from]
  return allowed.includes(to)
}

/**
 * Ends a session. Call it in a transaction. If several callers try at the same time, even from different processes,
 * exactly one succeeds.
 * @param how `now` in Unix milliseconds; `leaseToken` if only the worker that holds this lease may end it.
 * @throws ServiceError `conflict` if it has already ended or the lease is lost; nothing is changed then.
 */
export function endSession(
  store: Pick<SessionStores, 'agentSessions'>,
  { session, end, now, leaseToken }: { session: AgentSessionRow; end: SessionEnd; now: number; leaseToken?: number },
): void {
  const report = end.status === 'completed' ? end.report : null
  const change = {
    id: session.id,
    from: session.status,
    to: end.status,
    // If the clock is set back, a session must still not end before it started.
    ended_at: Math.max(now, session.created_at),
    verdict: report?.verdict ?? null,
    report: report && JSON.stringify(report),
    failure: end.status === 'failed' ? end.reason : null,
    token: leaseToken ?? null,
  }
  if (!isAllowed(session.status, end.status) || !store.agentSessions.changeStatus(change)) {
    throw new ServiceError('conflict', { detail: 'The session has already ended' })
  }
}
