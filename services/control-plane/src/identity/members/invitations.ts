import { createId, dayMs, limits, ServiceError, type Role } from '@signalbox/contracts'
import { createToken } from '../tokens.js'
import { hashSecret } from '../secrets.js'
import type { InvitationRow } from '../store/invitations.js'
import type { IdentityStores } from '../store/identity-stores.js'
import { refuseBeyond } from '../../lists/refuse-beyond.js'

type Store = Pick<IdentityStores, 'invitations' | 'members' | 'transact'>

/** Whom to invite as what. */
export interface NewInvitation {
  organizationId: string
  /** In lower case; null for anybody who has the link. */
  email: string | null
  role: Role
  /** Unix milliseconds. */
  now: number
}

const { invitationDays } = limits.organization

/**
 * Makes an invitation. Expired ones are deleted on the way.
 * @returns its token as well, which is kept nowhere.
 * @throws ServiceError `conflict` when the address is a member already, or too many invitations wait.
 */
export function invite(store: Store, invitation: NewInvitation): { row: InvitationRow; token: string } {
  const { organizationId, email, role, now } = invitation
  return store.transact(() => {
    store.invitations.deleteExpired(now)
    refuseSurplus(store, invitation)
    const token = createToken()
    const row: InvitationRow = {
      id: createId(now),
      organization_id: organizationId,
      email,
      role,
      token_hash: hashSecret(token),
      created_at: now,
      expires_at: now + invitationDays * dayMs,
    }
    store.invitations.insert(row)
    return { row, token }
  })
}

function refuseSurplus({ invitations, members }: Store, { organizationId, email, now }: NewInvitation): void {
  if (email !== null && members.list(organizationId).some((member) => member.email === email)) {
    throw new ServiceError('conflict', { detail: 'This address is already a member' })
  }
  refuseBeyond('invitations', invitations.list(organizationId, now).length)
}

/** What somebody accepts an invitation with. */
export interface Acceptance {
  token: string
  /** In lower case; undefined when it is not known for certain. */
  email: string | undefined
  /** Unix milliseconds. */
  now: number
}

/** @throws ServiceError `not-found` when the invitation is unknown, used, revoked, expired or for somebody else. */
export function requireInvitation(
  { invitations }: Pick<Store, 'invitations'>,
  { token, email, now }: Acceptance,
): InvitationRow {
  const row = invitations.findByHash(hashSecret(token), now)
  if (row && (row.email === null || row.email === email)) return row
  throw new ServiceError('not-found', {
    detail: 'The invitation is unknown, used, revoked, expired or for another address',
  })
}

/** The page that accepts an invitation. Servers and proxies never see what stands behind `#`. */
export function invitationLink(publicUrl: string, token: string): string {
  return `${publicUrl}/accept-invitation#${token}`
}
