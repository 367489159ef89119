import type { Member, Role } from '@signalbox/contracts'
import { nameOf } from './name-of.js'

const namedMax = 2

/** Names the members who can change someone's role, owners first: only they may grant what admins lack. */
export function describeHelpers(members: readonly Pick<Member, 'name' | 'email' | 'role'>[], role: Role): string {
  const byRole = (wanted: Role) => members.filter((member) => member.role === wanted).map(nameOf)
  const helpers = [...byRole('owner'), ...(role === 'admin' ? [] : byRole('admin'))]
  if (helpers.length === 0) return 'Ask an owner or admin for access.'
  const named = helpers.length > namedMax ? helpers.slice(0, namedMax - 1) : helpers
  const others = helpers.length - named.length
  const all = others === 0 ? named : [...named, `${others} others`]
  return `${all.join(' and ')} can change that.`
}
