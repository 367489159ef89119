import { ServiceError, type BrowserSession } from '@signalbox/contracts'
import { sessionCookieName, type HttpExchange } from '@signalbox/service-kit'
import type { Committed } from '../audit/prepared-route.js'
import { hashSecret } from './secrets.js'
import type { BrowserSessionOwnerRow } from './store/browser-sessions.js'
import type { MemberRow, MembershipRow } from './store/members.js'
import type { IdentityStores } from './store/identity-stores.js'
import { beginSession } from './browser-sessions.js'
import { buildBrowserSession } from './session-shape.js'
import { csrfTokenOf } from './tokens.js'

/** Member to sign in, and their browser. */
export interface MemberSignIn {
  member: Pick<MemberRow, 'id' | 'organization_id' | 'user_id'>
  email: string
  http: HttpExchange
  /** Unix milliseconds. */
  now: number
  /** When they signed in. Default: `now`. */
  signedInAt?: number
  /** When the person last authenticated. Default: `now`. */
  confirmedAt?: number
}

/**
 * Starts a session and ends the browser's previous one, to prevent session fixation. Call within a transaction; the
 * cookie is set after the commit.
 */
export function signInMember(store: IdentityStores, signIn: MemberSignIn): Committed<BrowserSession> {
  const { member, email, http, now, signedInAt = now, confirmedAt = now } = signIn
  const previous = http.readCookie(sessionCookieName)
  if (previous !== undefined) store.browserSessions.deleteByHash(hashSecret(previous))
  const owner = { memberId: member.id, userId: member.user_id }
  const { secret, expiresAt } = beginSession(store, { ...owner, client: http, now, signedInAt, confirmedAt })
  const maxAgeSeconds = Math.floor((expiresAt - now) / 1_000)
  return {
    answer: buildBrowserSession(store, { ...owner, expiresAt, confirmedAt, csrfToken: csrfTokenOf(secret) }),
    by: { organizationId: member.organization_id, actor: { kind: 'member', id: member.id, name: email } },
    afterwards: () => {
      http.writeCookie({ name: sessionCookieName, value: secret, maxAgeSeconds })
    },
  }
}

/** @throws ServiceError `unauthenticated` if the session has ended since the request was authenticated. */
export function requireSession(
  { browserSessions }: Pick<IdentityStores, 'browserSessions'>,
  http: HttpExchange,
): BrowserSessionOwnerRow {
  const row = browserSessions.findByHash(hashSecret(http.readCookie(sessionCookieName) ?? ''))
  if (row) return row
  throw new ServiceError('unauthenticated', { detail: 'The session has ended' })
}

/** Default: the organization that was joined first. */
export function chooseMembership(
  store: Pick<IdentityStores, 'members'>,
  userId: string,
  organizationId: string | undefined,
): MembershipRow {
  const memberships = store.members.listOfUser(userId)
  const chosen = memberships.find((each) => organizationId === undefined || each.organization_id === organizationId)
  if (chosen) return chosen
  throw new ServiceError('not-found', { detail: 'The user does not belong to that organization' })
}
