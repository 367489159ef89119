import { createId, limits, roleScopes } from '@signalbox/contracts'
import type { Clock, HttpExchange, SessionDirectory, SignedInCaller } from '@signalbox/service-kit'
import type { LastUses } from './last-uses.js'
import { hashSecret } from './secrets.js'
import type { BrowserSessionOwnerRow, SessionEnds } from './store/browser-sessions.js'
import type { IdentityStores } from './store/identity-stores.js'
import { createToken, csrfTokenOf } from './tokens.js'

const { sessionMs, sessionIdleMs, sessionsMax } = limits.signIn

/** A session that was just begun. */
export interface BegunSession {
  /** For the cookie; kept nowhere. */
  secret: string
  /** Unix milliseconds. */
  expiresAt: number
}

/** Whose session it is to be. A session that goes on in another organization keeps the time of signing in. */
export interface SessionOwner {
  memberId: string
  userId: string
  /** The client that signs in. */
  client: Pick<HttpExchange, 'address' | 'userAgent'>
  /** Unix milliseconds. */
  now: number
  /** Unix milliseconds; `now` when left out. */
  signedInAt?: number
  /** When they last showed who they are; `now` when left out. */
  confirmedAt?: number
}

/** Which sessions have ended by now. */
export function sessionEnds(now: number): SessionEnds {
  return { now, idleSince: now - sessionIdleMs }
}

/** To be called within a transaction. Sessions that have ended, and those beyond the most, are deleted on the way. */
export function beginSession(
  { browserSessions }: Pick<IdentityStores, 'browserSessions'>,
  { memberId, userId, client, now, signedInAt = now, confirmedAt = now }: SessionOwner,
): BegunSession {
  browserSessions.deleteEnded(sessionEnds(now))
  const secret = createToken()
  const expiresAt = signedInAt + sessionMs
  browserSessions.insert({
    id: createId(now),
    secret_hash: hashSecret(secret),
    member_id: memberId,
    signed_in_at: signedInAt,
    last_used_at: now,
    expires_at: expiresAt,
    address: client.address,
    user_agent: client.userAgent,
    confirmed_at: confirmedAt,
  })
  browserSessions.keepNewest(userId, sessionsMax)
  return { secret, expiresAt }
}

/** Asks the database every time, so that a role that was changed or a session that was ended counts at once. */
export function createSessionDirectory(options: {
  store: Pick<IdentityStores, 'browserSessions'>
  lastUses: LastUses
  clock: Clock
}): SessionDirectory {
  const { store, lastUses, clock } = options
  return {
    findSession: (secret) =>
      new Promise((resolve) => {
        const row = store.browserSessions.findByHash(hashSecret(secret))
        const now = clock()
        const isOpen = row !== undefined && now < row.expires_at && now < row.last_used_at + sessionIdleMs
        if (isOpen) lastUses.note(row.id, now)
        resolve(isOpen ? toCaller(row, secret) : undefined)
      }),
  }
}

function toCaller(row: BrowserSessionOwnerRow, secret: string): SignedInCaller {
  return {
    keyId: row.member_id,
    organizationId: row.organization_id,
    scopes: new Set(roleScopes[row.role]),
    queryLimitPerMinute: null,
    ingestLimitPerMinute: null,
    expiresAt: row.expires_at,
    actor: { kind: 'member', id: row.member_id, name: row.email },
    sessionId: row.id,
    csrfToken: csrfTokenOf(secret),
    confirmedAt: row.confirmed_at,
  }
}
