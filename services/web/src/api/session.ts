import type { BrowserSession } from '@signalbox/contracts'
import { createStore, useStore } from '../state/store.js'

/**
 * Who is signed in with this browser. `unknown` until the server was asked; `expired` when it was somebody and the
 * server no longer knows them: the page stays as it is below the sign-in form.
 */
export type SessionState =
  | { kind: 'unknown' }
  | { kind: 'nobody' }
  | { kind: 'person'; session: BrowserSession }
  | { kind: 'expired'; session: BrowserSession }

export const sessionStore = createStore<SessionState>({ kind: 'unknown' })

/** Takes over what the server says about a session that began or was looked up. */
export function enterSession(session: BrowserSession): void {
  sessionStore.set({ kind: 'person', session })
}

/** The person signed out, or never was signed in. */
export function leaveSession(): void {
  sessionStore.set({ kind: 'nobody' })
}

/** The server no longer knows the session of this browser. */
export function expireSession(): void {
  const state = sessionStore.get()
  if (state.kind === 'person') sessionStore.set({ kind: 'expired', session: state.session })
}

export function useSessionState(): SessionState {
  return useStore(sessionStore)
}

/** The person on whose screen this is. For components inside the frame, which is only shown to people. */
export function useSession(): BrowserSession {
  const state = useStore(sessionStore)
  if (state.kind === 'person' || state.kind === 'expired') return state.session
  throw new Error('Nobody is signed in')
}
