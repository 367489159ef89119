import type { Role } from '@signalbox/contracts'
import { roleWords } from '../../api/roles.js'

export function isRole(value: string): value is Role {
  return Object.hasOwn(roleWords, value)
}

/** Roles for select lists, most powerful first. */
export const roleOptions = Object.entries(roleWords).map(([value, { label }]) => ({ value, text: label }))
