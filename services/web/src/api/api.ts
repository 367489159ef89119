import type { BrowserSession } from '@signalbox/contracts'
import { createBrowserApi, RefusedError } from './browser-api.js'
import { askConfirmation } from './confirmation.js'
import { fetchAnswer } from './connection.js'
import { enterSession, leaveSession, sessionStore } from './session.js'

/** The API of the installation that served this page. */
export const api = createBrowserApi({
  routes: __ROUTES__,
  fetch: fetchAnswer,
  readToken: () => readSession()?.csrf_token,
  renewToken: async () => {
    const before = readSession()?.csrf_token
    await loadSession()
    return readSession()?.csrf_token !== before
  },
  confirm: askConfirmation,
})

function readSession(): BrowserSession | undefined {
  const state = sessionStore.get()
  return state.kind === 'person' || state.kind === 'expired' ? state.session : undefined
}

/**
 * Asks who is signed in.
 * @throws ApiConnectionError or RefusedError when the server does not say.
 */
export async function loadSession(): Promise<void> {
  try {
    enterSession(await api.call('readBrowserSession', {}))
  } catch (error) {
    if (!(error instanceof RefusedError) || error.status !== 401) throw error
    leaveSession()
  }
}
