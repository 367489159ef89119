import { type BrowserSession, roleScopes, ServiceError, toTimestamp } from '@signalbox/contracts'
import type { MembershipRow } from './store/members.js'
import type { IdentityStores } from './store/identity-stores.js'

/** A session as its browser is told of it. */
export interface ShownSession {
  userId: string
  memberId: string
  csrfToken: string
  /** Unix milliseconds. */
  expiresAt: number
}

export function readShownSession(
  { users, members }: Pick<IdentityStores, 'users' | 'members'>,
  { userId, memberId, csrfToken, expiresAt }: ShownSession,
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
  }
}

function toOrganization({ organization_id: id, organization_name: name, role }: MembershipRow) {
  return { id, name, role }
}
