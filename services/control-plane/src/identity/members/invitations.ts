import { createId, dayMs, limits, ServiceError, type Role } from '@signalbox/contracts'
import { createToken } from '../tokens.js'
import { hashSecret } from '../secrets.js'
import type { InvitationRow } from '../store/invitations.js'
import type { IdentityStores } from '../store/identity-stores.js'
import { enforceCapacity } from '../../lists/enforce-capacity.js'

type Store = Pick<IdentityStores, 'invitations' | 'members' | 'transact'>

export interface NewInvitation {
  organizationId: string
  /** In lower case; null lets anyone with the link accept. */
  email: string | null
  role: Role
  /** Unix milliseconds. */
  now: number
}

const { invitationDays } = limits.organization

/**
 * Creates an invitation. Also deletes expired ones.
 * @returns the row and the token, which is not stored.
 * @throws ServiceError `conflict` if the address already belongs to a member or too many invitations are pending.
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
  enforceCapacity('invitations', invitations.list(organizationId, now).length)
}

/** Data for accepting an invitation. */
export interface Acceptance {
  token: string
  /** In lower case; undefined if unverified. */
  email: string | undefined
  /** Unix milliseconds. */
  now: number
}

/** @throws ServiceError `not-found` if the invitation is unknown, used, revoked, expired or for a different address. */
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

/** Returns the URL for accepting an invitation. Servers and proxies never see the part after `#`. */
export function invitationLink(publicUrl: string, token: string): string {
  return `${publicUrl}/accept-invitation#${token}`
}
