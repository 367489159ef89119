import type { Role } from '@signalbox/contracts'

export interface Permission {
  isAllowed: boolean
  /** Why not, for people; undefined when it is allowed. */
  reason: string | undefined
}

/** Roles with their article, for sentences. */
export const roleNames: Readonly<Record<Role, string>> = {
  owner: 'an owner',
  admin: 'an admin',
  member: 'a member',
  viewer: 'a viewer',
}
