import { type BrowserSession, limits, roleScopes, ServiceError, toTimestamp } from '@signalbox/contracts'
import type { BrowserSessionOwnerRow } from './store/browser-sessions.js'
import type { MembershipRow } from './store/members.js'
import type { IdentityStores } from './store/identity-stores.js'

/** Session data sent to its browser. */
export interface SessionFields {
  userId: string
  memberId: string
  csrfToken: string
  /** Unix milliseconds. */
  expiresAt: number
  /** When the person last authenticated, Unix milliseconds. */
  confirmedAt: number
}

export function buildBrowserSession(
  { users, members, secondFactors }: Pick<IdentityStores, 'users' | 'members' | 'secondFactors'>,
  { userId, memberId, csrfToken, expiresAt, confirmedAt }: SessionFields,
): BrowserSession {
  const user = users.find(userId)
  const memberships = members.listOfUser(userId)
  const current = memberships.find(({ id }) => id === memberId)
  if (!user || !current) throw new ServiceError('unauthenticated', { detail: 'The session has ended' })
  return {
    member_id: memberId,
    email: user.email,
    name: user.name,
    organization: toOrganization(current),
    scopes: [...roleScopes[current.role]],
    organizations: memberships.map(toOrganization).sort((a, b) => a.name.localeCompare(b.name)),
    has_password: users.findPassword(userId) !== undefined,
    csrf_token: csrfToken,
    expires_at: toTimestamp(expiresAt),
    has_second_factor: secondFactors.isNeeded(userId),
    confirmed_until: toTimestamp(confirmedAt + limits.signIn.confirmedMs),
  }
}

/** Returns an existing session in the form sent to its browser. */
export function toBrowserSession(
  store: Pick<IdentityStores, 'users' | 'members' | 'secondFactors'>,
  { user_id: userId, member_id: memberId, expires_at: expiresAt, confirmed_at: confirmedAt }: BrowserSessionOwnerRow,
  csrfToken: string,
): BrowserSession {
  return buildBrowserSession(store, { userId, memberId, expiresAt, confirmedAt, csrfToken })
}

function toOrganization({ organization_id: id, organization_name: name, role }: MembershipRow) {
  return { id, name, role }
}
