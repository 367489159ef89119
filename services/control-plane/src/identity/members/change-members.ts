import { createId, ServiceError, type Role } from '@signalbox/contracts'
import type { ApiCaller } from '@signalbox/service-kit'
import type { MemberRow, NamedMemberRow } from '../store/members.js'
import type { IdentityStores } from '../store/identity-stores.js'
import { refuseForeignRole } from './refuse-foreign-role.js'
import { enforceCapacity } from '../../lists/enforce-capacity.js'

type Store = Pick<IdentityStores, 'members' | 'users' | 'transact'>

/** A member of the caller's organization. */
export interface MemberReference {
  caller: ApiCaller
  memberId: string
}

/**
 * Changes a member's role.
 * @throws ServiceError `not-found`, `forbidden` for a role beyond the caller's, `conflict` for the last owner.
 */
export function changeRole(store: Store, { caller, memberId }: MemberReference, role: Role): NamedMemberRow {
  return store.transact(() => {
    const member = requireMember(store, { caller, memberId })
    refuseForeignRole(caller, role)
    if (role !== 'owner') refuseLastOwner(store, member)
    store.members.changeRole(member.id, role)
    return { ...member, role }
  })
}

/**
 * Removes a member, and deletes the user if they belong to no other organization.
 * @throws ServiceError `not-found`, `forbidden` for a role beyond the caller's, `conflict` for the last owner.
 */
export function removeMember(store: Store, reference: MemberReference): void {
  store.transact(() => {
    const member = requireMember(store, reference)
    refuseLastOwner(store, member)
    store.members.delete(member.id)
    store.users.deleteWithoutMembership(member.user_id)
  })
}

function requireMember({ members }: Store, { caller, memberId }: MemberReference): NamedMemberRow {
  const member = members.find(caller.organizationId, memberId.toLowerCase())
  if (!member) throw new ServiceError('not-found', { detail: 'No such member' })
  refuseForeignRole(caller, member.role)
  return member
}

function refuseLastOwner({ members }: Store, { organization_id: organizationId, role }: MemberRow): void {
  if (role !== 'owner' || members.countOwners(organizationId) > 1) return
  throw new ServiceError('conflict', { detail: 'The organization must keep at least one owner' })
}

export interface NewMember {
  organizationId: string
  userId: string
  role: Role
  /** Unix milliseconds. */
  now: number
}

/**
 * Call within a transaction.
 * @throws ServiceError `conflict` if the organization is full or the user is already a member.
 */
export function addMember(
  { members }: Pick<Store, 'members'>,
  { organizationId, userId, role, now }: NewMember,
): MemberRow {
  if (members.listOfUser(userId).some((membership) => membership.organization_id === organizationId)) {
    throw new ServiceError('conflict', { detail: 'This user is already a member' })
  }
  enforceCapacity('members', members.count(organizationId))
  const row: MemberRow = { id: createId(now), organization_id: organizationId, user_id: userId, role, created_at: now }
  members.insert(row)
  return row
}
