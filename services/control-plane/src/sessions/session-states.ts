import { ServiceError, type SessionReport, type SessionStatus } from '@signalbox/contracts'
import type { AgentSessionRow } from './store/agent-sessions.js'
import type { SessionStores } from './store/session-stores.js'

/** How a session may go on. The only place that says so: a session that ended stays as it is. */
const followers = {
  active: ['completed', 'failed', 'cancelled'],
  completed: [],
  failed: [],
  cancelled: [],
} as const satisfies Record<SessionStatus, readonly SessionStatus[]>

/** The end of a session. Only a completed one has a report, and its verdict is that of the report. */
export type SessionEnd =
  { status: 'completed'; report: SessionReport } | { status: 'failed'; reason: string } | { status: 'cancelled' }

/** Says whether a session may go from one state into another. */
export function isAllowed(from: SessionStatus, to: SessionStatus): boolean {
  const allowed: readonly SessionStatus[] = followers[from]
  return allowed.includes(to)
}

/**
 * Ends a session. To be called inside a transaction. Of several callers
 * at the same time one succeeds, also from different processes.
 * @param how `now` in Unix milliseconds; `leaseToken` where only the worker that holds this lease may end it.
 * @throws ServiceError `conflict` when it has ended already or the lease is lost; nothing is changed then.
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
    // A clock that was set back must not make a session end before it began.
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
