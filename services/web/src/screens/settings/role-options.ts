import type { Role } from '@signalbox/contracts'

/** Role names as labels. */
export const roleTexts: Readonly<Record<Role, string>> = {
  owner: 'Owner',
  admin: 'Admin',
  member: 'Member',
  viewer: 'Viewer',
}

export function isRole(value: string): value is Role {
  return Object.hasOwn(roleTexts, value)
}

/** Roles for select lists, most powerful first. */
export const roleOptions = Object.entries(roleTexts).map(([value, text]) => ({ value, text }))
