import { roleNames, type Permission } from './roles.js'
import type { ApiScope } from '@signalbox/contracts'
import { useSession } from './session.js'

/** Whether the person has a scope, with the reason for a disabled button if not. */
export function usePermission(scope: ApiScope): Permission {
  const { scopes, organization } = useSession()
  if (scopes.includes(scope)) return { isAllowed: true, reason: undefined }
  return {
    isAllowed: false,
    reason: `You are ${roleNames[organization.role]} in ${organization.name}. Ask an owner or admin for access.`,
  }
}
