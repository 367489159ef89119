import type { AgentSessionRow } from './store/agent-sessions.js'
import type { SessionStores } from './store/session-stores.js'
import { endSession, type SessionEnd } from './session-states.js'

/** The end of a session, and who requests it. `now` is in Unix milliseconds. */
export interface SessionFinish {
  session: AgentSessionRow
  end: SessionEnd
  now: number
  /** Token of the worker's lease; omitted by callers that need none, such as a person who cancels. */
  leaseToken?: number
}

/** Called in the transaction that ends a session, after it has ended; if it throws, the end is rolled back. */
export type SessionEndObserver = (finish: SessionFinish) => void

/** Dependencies of ending sessions. */
export interface SessionEnding {
  store: Pick<SessionStores, 'agentSessions' | 'automationTotals' | 'transact'>
  onSessionEnded: SessionEndObserver
}

/**
 * Ends a session together with everything that waits for its end; all or nothing.
 * @throws ServiceError `conflict` if it has already ended or the lease is lost.
 */
export function finishSession({ store, onSessionEnded }: SessionEnding, finish: SessionFinish): void {
  store.transact(() => {
    endSession(store, finish)
    onSessionEnded(finish)
  })
}
