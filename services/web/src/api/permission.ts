import type { ApiScope } from '@signalbox/contracts'
import { describeHelpers } from './describe-helpers.js'
import { useMembers } from './members.js'
import { roleWords, type Permission } from './roles.js'
import { useSession } from './session.js'

/** Whether the person has a scope; if not, the reason for a disabled button and who can help. */
export function usePermission(scope: ApiScope): Permission {
  const { scopes } = useSession()
  const isAllowed = scopes.includes(scope)
  const help = useHelp(!isAllowed)
  return { isAllowed, reason: isAllowed ? undefined : help }
}

/** States the person's role, and names who can give them another one. */
export function useHelp(isNeeded = true): string {
  const { organization } = useSession()
  const helpers = describeHelpers(useMembers(isNeeded), organization.role)
  return `You are ${roleWords[organization.role].inSentence} in ${organization.name}. ${helpers}`
}
