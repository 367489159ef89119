import {
  confirmSession,
  listSessions,
  revokeOtherSessions,
  revokeSession,
  ServiceError,
  toTimestamp,
  type IdentityProof,
} from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import { createPreparedRoute } from '../audit/prepared-route.js'
import { sessionEnds } from './browser-sessions.js'
import { confirmUser } from './credentials.js'
import { proveOwnPasskey, proveOwnPassword, consumeOwnCode } from './own-proof.js'
import { recordPasskeyUse } from './passkeys/passkeys.js'
import type { IdentityRouteDependencies } from './route-dependencies.js'
import { toBrowserSession } from './session-shape.js'
import { requireSession } from './sign-in-member.js'
import type { BrowserSessionOwnerRow, NamedSessionRow } from './store/browser-sessions.js'

/** Routes for a person's own sessions. */
export function createOwnSessionRoutes(dependencies: IdentityRouteDependencies): Route[] {
  const { store, identity, clock } = dependencies
  const listOwn = (userId: string) => store.browserSessions.listOfUser(userId, sessionEnds(clock()))
  return [
    createRoute(listSessions, ({ caller: { sessionId }, http }) => {
      const { user_id: userId } = requireSession(store, http)
      identity.flushLastUses()
      return { sessions: listOwn(userId).map((row) => toOwnSession(row, sessionId)) }
    }),
    createRoute(revokeSession, ({ params, http }) => {
      const { user_id: userId } = requireSession(store, http)
      const own = listOwn(userId).find(({ id }) => id === params.browser_session_id.toLowerCase())
      if (!own) throw new ServiceError('not-found', { detail: 'No such session' })
      store.browserSessions.delete(own.id)
      return null
    }),
    createRoute(revokeOtherSessions, ({ http }) => {
      const { id: currentId, user_id: userId } = requireSession(store, http)
      const others = listOwn(userId).filter(({ id }) => id !== currentId)
      for (const { id } of others) store.browserSessions.delete(id)
      return { ended: others.length }
    }),
    createConfirmRoute(dependencies),
  ]
}

function createConfirmRoute(dependencies: IdentityRouteDependencies): Route {
  const { store, clock } = dependencies
  return createPreparedRoute(confirmSession, async ({ caller: { csrfToken }, body, http }) => {
    const spend = await prepareProof(dependencies, {
      session: requireSession(store, http),
      body,
      address: http.address,
    })
    return () => {
      const session = requireSession(store, http)
      spend()
      const confirmed = { ...session, confirmed_at: clock() }
      store.browserSessions.confirm(confirmed.id, confirmed.confirmed_at)
      return { answer: toBrowserSession(store, confirmed, csrfToken) }
    }
  })
}

interface Confirmation {
  session: BrowserSessionOwnerRow
  body: IdentityProof
  /** Address of the client. */
  address: string
}

/** @returns a synchronous function that uses up the proof. */
async function prepareProof(
  dependencies: IdentityRouteDependencies,
  { session: { user_id: userId, email }, body: { password, code, passkey }, address }: Confirmation,
): Promise<() => void> {
  const { store, clock } = dependencies
  if (passkey !== undefined) {
    const used = await proveOwnPasskey(dependencies, passkey, userId)
    return () => {
      recordPasskeyUse(store, used, clock())
    }
  }
  if (store.secondFactors.isNeeded(userId)) {
    if (code === undefined) throw missing('/code')
    return () => {
      consumeOwnCode(dependencies, { userId, code, address })
    }
  }
  if (!store.users.findPassword(userId)) throw noProof()
  if (password === undefined) throw missing('/password')
  const proven = await proveOwnPassword(dependencies, { email, password, address }, '/password')
  return () => {
    confirmUser(store, proven)
  }
}

function noProof(): ServiceError {
  return new ServiceError('confirmation-required', { detail: 'Sign in again: there is no password to confirm with' })
}

function missing(field: string): ServiceError {
  return new ServiceError('invalid-body', { faults: [{ in: 'body', name: field, detail: 'is required' }] })
}

function toOwnSession(row: NamedSessionRow, currentId: string) {
  return {
    id: row.id,
    organization: { id: row.organization_id, name: row.organization_name },
    is_current: row.id === currentId,
    signed_in_at: toTimestamp(row.signed_in_at),
    last_used_at: toTimestamp(row.last_used_at),
    expires_at: toTimestamp(row.expires_at),
    address: row.address,
    user_agent: row.user_agent,
  }
}
