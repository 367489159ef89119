import { createId, limits, roleScopes } from '@signalbox/contracts'
import type { Clock, HttpExchange, SessionDirectory, SignedInCaller } from '@signalbox/service-kit'
import type { LastUses } from './last-uses.js'
import { hashSecret } from './secrets.js'
import type { BrowserSessionOwnerRow, SessionEnds } from './store/browser-sessions.js'
import type { IdentityStores } from './store/identity-stores.js'
import { createToken, csrfTokenOf } from './tokens.js'

const { sessionMs, sessionIdleMs, sessionsMax } = limits.signIn

/** A new session. */
export interface StartedSession {
  /** For the cookie; not stored. */
  secret: string
  /** Unix milliseconds. */
  expiresAt: number
}

/** Owner of a new session. A session that continues in another organization keeps its sign-in time. */
export interface SessionOwner {
  memberId: string
  userId: string
  /** Client that signs in. */
  client: Pick<HttpExchange, 'address' | 'userAgent'>
  /** Unix milliseconds. */
  now: number
  /** Unix milliseconds. Default: `now`. */
  signedInAt?: number
  /** When the person last authenticated. Default: `now`. */
  confirmedAt?: number
}

/** Returns the cutoffs for ended sessions. */
export function sessionEnds(now: number): SessionEnds {
  return { now, idleSince: now - sessionIdleMs }
}

/** Starts a session. Also deletes ended sessions and the user's oldest beyond the limit. Call within a transaction. */
export function beginSession(
  { browserSessions }: Pick<IdentityStores, 'browserSessions'>,
  { memberId, userId, client, now, signedInAt = now, confirmedAt = now }: SessionOwner,
): StartedSession {
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

/** Queries the database on every lookup, so that role changes and ended sessions take effect immediately. */
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
