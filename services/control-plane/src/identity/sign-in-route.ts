import { ServiceError, signIn } from '@signalbox/contracts'
import { createPreparedRoute, type PreparedRoute } from '../audit/prepared-route.js'
import { confirmUser, proveUser } from './credentials.js'
import { noteFailedSignIn } from './note-failed-sign-in.js'
import { signInMember } from './sign-in-member.js'
import { foldEmail } from './tokens.js'
import type { MembershipRow } from './store/members.js'
import type { IdentityStores } from './store/identity-stores.js'
import type { IdentityRouteDependencies } from './route-dependencies.js'

export function createSignInRoute(dependencies: IdentityRouteDependencies): PreparedRoute {
  const { store, identity, clock } = dependencies
  return createPreparedRoute(signIn, async ({ body, http, requestId }) => {
    const email = foldEmail(body.email)
    const claim = { email, password: body.password, address: http.address }
    const proven = await proveUser({ store, ...identity }, claim).catch((error: unknown) => {
      if (isWrongPassword(error)) noteFailedSignIn(dependencies, { email, requestId })
      throw error
    })
    return () => {
      confirmUser(store, proven)
      const member = chooseMembership(store, proven.user.id, body.organization_id)
      return signInMember(store, { member, email, http, now: clock() })
    }
  })
}

function isWrongPassword(error: unknown): boolean {
  return error instanceof ServiceError && error.code === 'invalid-credentials'
}

/** Where none is named, the organization that was joined first. */
function chooseMembership(store: IdentityStores, userId: string, organizationId: string | undefined): MembershipRow {
  const memberships = store.members.listOfUser(userId)
  const chosen = memberships.find((each) => organizationId === undefined || each.organization_id === organizationId)
  if (chosen) return chosen
  throw new ServiceError('not-found', { detail: 'This person does not belong to that organization' })
}
