import type { AgentSessionRow } from './store/agent-sessions.js'
import type { ControlPlaneStore } from '../control-plane-store.js'
import { finishRunOfSession } from '../workflows/run-states.js'
import { endSession, type SessionEnd, type SessionEndStore } from './session-states.js'

/** How a session ends, and who says so. `now` is in Unix milliseconds. */
export interface SessionFinish {
  session: AgentSessionRow
  end: SessionEnd
  now: number
  /** Token of the worker's lease; left out by whoever needs none, such as a person who cancels. */
  leaseToken?: number
}

/**
 * Ends a session and the run that it carries out, both or none.
 * @throws ServiceError `conflict` when it has ended already or the lease is lost.
 */
export function finishSession(
  store: SessionEndStore & Pick<ControlPlaneStore, 'transact'>,
  finish: SessionFinish,
): void {
  const { session, end, now } = finish
  store.transact(() => {
    endSession(store, finish)
    finishRunOfSession(store, session.id, end.status === 'completed' ? 'completed' : 'failed', now)
  })
}
