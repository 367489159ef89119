import type { BrowserSession } from '@signalbox/contracts'
import { createBrowserApi, RefusedError } from './browser-api.js'
import { requestConfirmation } from './confirmation.js'
import { fetchFromServer } from './connection.js'
import { enterSession, leaveSession, sessionStore } from './session.js'

/** API client for the installation that served this page. */
export const api = createBrowserApi({
  routes: __ROUTES__,
  fetch: fetchFromServer,
  readToken: () => readSession()?.csrf_token,
  renewToken: async () => {
    const before = readSession()?.csrf_token
    await loadSession()
    return readSession()?.csrf_token !== before
  },
  confirm: requestConfirmation,
})

function readSession(): BrowserSession | undefined {
  const state = sessionStore.get()
  return state.kind === 'person' || state.kind === 'expired' ? state.session : undefined
}

/**
 * Loads the current session.
 * @throws ApiConnectionError or RefusedError if the server does not report it.
 */
export async function loadSession(): Promise<void> {
  try {
    enterSession(await api.call('readBrowserSession', {}))
  } catch (error) {
    if (!(error instanceof RefusedError) || error.status !== 401) throw error
    leaveSession()
  }
}
