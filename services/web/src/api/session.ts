import type { BrowserSession } from '@signalbox/contracts'
import { createStore, useStore } from '../state/store.js'

/**
 * The browser's session. `unknown` until the server has responded; `expired` if the server no longer knows it: the page
 * stays in place below the sign-in form.
 */
export type SessionState =
  | { kind: 'unknown' }
  | { kind: 'nobody' }
  | { kind: 'person'; session: BrowserSession }
  | { kind: 'expired'; session: BrowserSession }

export const sessionStore = createStore<SessionState>({ kind: 'unknown' })

/** Stores a session that was just started or loaded. */
export function enterSession(session: BrowserSession): void {
  sessionStore.set({ kind: 'person', session })
}

/** Records that the person signed out, or is not signed in. */
export function leaveSession(): void {
  sessionStore.set({ kind: 'nobody' })
}

/** Records that the server no longer knows this browser's session. */
export function expireSession(): void {
  const state = sessionStore.get()
  if (state.kind === 'person') sessionStore.set({ kind: 'expired', session: state.session })
}

export function useSessionState(): SessionState {
  return useStore(sessionStore)
}

/** The current person's session. For components inside the frame, which only renders when someone is signed in. */
export function useSession(): BrowserSession {
  const state = useStore(sessionStore)
  if (state.kind === 'person' || state.kind === 'expired') return state.session
  throw new Error('Nobody is signed in')
}
