import { roleScopes, ServiceError, type Role } from '@signalbox/contracts'
import type { ApiCaller } from '@signalbox/service-kit'

/**
 * Nobody gives or takes what they do not have: an admin makes no owners, and an API key for members alone makes nobody
 * anything.
 * @throws ServiceError `forbidden`
 */
export function refuseForeignRole({ scopes }: Pick<ApiCaller, 'scopes'>, role: Role): void {
  const foreign = roleScopes[role].filter((scope) => !scopes.has(scope))
  if (foreign.length === 0) return
  throw new ServiceError('forbidden', {
    detail: `The caller lacks ${foreign.join(', ')}, which the role ${role} grants`,
  })
}
