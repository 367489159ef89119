import { apiScopes, type ApiScope } from '../http/route.js'

/**
 * Roles of members in an organization, from most to fewest permissions. Each role has all permissions of the next one.
 */
export const roles = ['owner', 'admin', 'member', 'viewer'] as const
export type Role = (typeof roles)[number]

/**
 * The lowest role that has each scope; this is the only place that defines it. Scopes on data of all organizations
 * belong to the operator, who has the key of the first start, and not to any member.
 */
const leastRoles: Readonly<Record<ApiScope, Role | 'operator'>> = {
  'telemetry:read': 'viewer',
  'telemetry:write': 'member',
  'projects:read': 'viewer',
  'projects:write': 'admin',
  'keys:read': 'admin',
  'keys:write': 'admin',
  'organization:write': 'owner',
  'members:read': 'viewer',
  'members:write': 'admin',
  'audit:read': 'admin',
  'changes:read': 'viewer',
  'changes:write': 'member',
  'sessions:read': 'viewer',
  'sessions:write': 'member',
  'issues:read': 'viewer',
  'issues:write': 'member',
  'workflows:read': 'viewer',
  'workflows:write': 'member',
  'backups:write': 'operator',
  'alerts:read': 'viewer',
  'alerts:write': 'member',
}

function scopesFor(role: Role): readonly ApiScope[] {
  return apiScopes.filter((scope) => {
    const least = leastRoles[scope]
    return least !== 'operator' && roles.indexOf(role) <= roles.indexOf(least)
  })
}

/** The scopes of each role. */
export const roleScopes: Readonly<Record<Role, readonly ApiScope[]>> = {
  owner: scopesFor('owner'),
  admin: scopesFor('admin'),
  member: scopesFor('member'),
  viewer: scopesFor('viewer'),
}
