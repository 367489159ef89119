import { ServiceError, type SessionReport, type SessionStatus } from '@signalbox/contracts'
import type { AgentSessionRow } from '../store/agent-sessions.js'
import type { ControlPlaneStore } from '../store/store.js'

/** How a session may go on. The only place that says so: a session that ended stays as it is. */
const followers = {
  active: ['completed', 'failed', 'cancelled'],
  completed: [],
  failed: [],
  cancelled: [],
} as const satisfies Record<SessionStatus, readonly SessionStatus[]>

/** The end of a session. Only a completed one has a report, and its verdict is that of the report. */
export type SessionEnd = { status: 'completed'; report: SessionReport } | { status: 'failed' | 'cancelled' }

/** Says whether a session may go from one state into another. */
export function isAllowed(from: SessionStatus, to: SessionStatus): boolean {
  const allowed: readonly SessionStatus[] = followers[from]
  return allowed.includes(to)
}

/**
 * Ends a session. Of several callers at the same time one succeeds, also from different processes.
 * @param now Unix milliseconds.
 * @throws ServiceError `conflict` when it has ended already; nothing is changed then.
 */
export function endSession(
  { agentSessions }: Pick<ControlPlaneStore, 'agentSessions'>,
  { session, end, now }: { session: AgentSessionRow; end: SessionEnd; now: number },
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
  }
  if (isAllowed(session.status, end.status) && agentSessions.changeStatus(change)) return
  throw new ServiceError('conflict', { detail: 'The session has ended already' })
}
