import { type Invitation, type Member, toTimestamp } from '@signalbox/contracts'
import type { InvitationRow } from '../store/invitations.js'
import type { NamedMemberRow } from '../store/members.js'

export function toMember({ id, email, name, role, created_at: createdAt }: NamedMemberRow): Member {
  return { id, email, name, role, created_at: toTimestamp(createdAt) }
}

export function toInvitation({
  id,
  email,
  role,
  created_at: createdAt,
  expires_at: expiresAt,
}: InvitationRow): Invitation {
  return { id, email, role, created_at: toTimestamp(createdAt), expires_at: toTimestamp(expiresAt) }
}
