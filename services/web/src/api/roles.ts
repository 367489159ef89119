import type { Role } from '@signalbox/contracts'

export interface Permission {
  isAllowed: boolean
  /** The reason for people; undefined if allowed. */
  reason: string | undefined
}

/** Role names with their article, for sentences. */
export const roleNames: Readonly<Record<Role, string>> = {
  owner: 'an owner',
  admin: 'an admin',
  member: 'a member',
  viewer: 'a viewer',
}
