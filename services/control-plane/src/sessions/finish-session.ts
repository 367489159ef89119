import type { AgentSessionRow } from './store/agent-sessions.js'
import type { SessionStores } from './store/session-stores.js'
import { endSession, type SessionEnd } from './session-states.js'

/** How a session ends, and who says so. `now` is in Unix milliseconds. */
export interface SessionFinish {
  session: AgentSessionRow
  end: SessionEnd
  now: number
  /** Token of the worker's lease; left out by whoever needs none, such as a person who cancels. */
  leaseToken?: number
}

/** Called in the transaction that ends a session, once it has ended; what it throws undoes the end. */
export type SessionEndObserver = (finish: SessionFinish) => void

/** What ending a session takes. */
export interface SessionEnding {
  store: Pick<SessionStores, 'agentSessions' | 'transact'>
  onSessionEnded: SessionEndObserver
}

/**
 * Ends a session together with everything that waits for its end, or nothing at all.
 * @throws ServiceError `conflict` when it has ended already or the lease is lost.
 */
export function finishSession({ store, onSessionEnded }: SessionEnding, finish: SessionFinish): void {
  store.transact(() => {
    endSession(store, finish)
    onSessionEnded(finish)
  })
}
