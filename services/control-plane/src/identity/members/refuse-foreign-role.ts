import { roleScopes, ServiceError, type Role } from '@signalbox/contracts'
import type { ApiCaller } from '@signalbox/service-kit'

/**
 * Prevents callers from assigning or removing roles with scopes they lack: an admin cannot create owners, and an API
 * key that may only manage members cannot assign any role.
 * @throws ServiceError `forbidden`
 */
export function refuseForeignRole({ scopes }: Pick<ApiCaller, 'scopes'>, role: Role): void {
  const foreign = roleScopes[role].filter((scope) => !scopes.has(scope))
  if (foreign.length === 0) return
  throw new ServiceError('forbidden', {
    detail: `The caller lacks ${foreign.join(', ')}, which the role ${role} grants`,
  })
}
