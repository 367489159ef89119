import { acceptInvitation, createId, ServiceError } from '@signalbox/contracts'
import { createPreparedRoute, type PreparedRoute } from '../audit/prepared-route.js'
import { confirmUser, proveUser, type Claim } from './credentials.js'
import { refuseGuessablePassword } from './password-policy.js'
import { consumeRequiredCode } from './second-factor/consume-code.js'
import { signInMember } from './sign-in-member.js'
import { foldEmail } from './tokens.js'
import { addMember } from './members/change-members.js'
import { requireInvitation } from './members/invitations.js'
import type { UserRow } from './store/users.js'
import type { IdentityRouteDependencies } from './route-dependencies.js'

export function createAcceptInvitationRoute(dependencies: IdentityRouteDependencies): PreparedRoute {
  const { store, clock } = dependencies
  return createPreparedRoute(acceptInvitation, async ({ body, http }) => {
    const email = foldEmail(body.email)
    const { token, password, name = '' } = body
    requireInvitation(store, { token, email, now: clock() })
    const enter = await prepareUser(dependencies, { email, password, address: http.address, name, code: body.code })
    return () => {
      const now = clock()
      // Checked again, because the invitation may have been used in the meantime.
      const invitation = requireInvitation(store, { token, email, now })
      store.invitations.delete(invitation.id)
      const { id: userId } = enter(now)
      const place = { organizationId: invitation.organization_id, role: invitation.role }
      return signInMember(store, { member: addMember(store, { ...place, userId, now }), email, http, now })
    }
  })
}

/** @returns a synchronous function that finds or creates the user. */
async function prepareUser(
  { store, identity, clock }: IdentityRouteDependencies,
  { name, code, ...claim }: Claim & { name: string; code: string | undefined },
): Promise<(now: number) => UserRow> {
  if (store.users.findByEmail(claim.email)) {
    const proven = await proveUser({ store, ...identity }, claim)
    return () => {
      confirmUser(store, proven)
      consumeRequiredCode({ store, clock, ...identity }, { userId: proven.user.id, code, address: claim.address })
      return proven.user
    }
  }
  await refuseGuessablePassword({ ...claim, field: '/password' })
  const kept = await identity.passwords.hash(claim.password)
  return (now) => {
    if (store.users.findByEmail(claim.email))
      throw new ServiceError('conflict', { detail: 'This address has just been taken' })
    const user = { id: createId(now), email: claim.email, name, created_at: now }
    store.users.insert(user)
    store.users.savePassword({ user_id: user.id, ...kept, changed_at: now })
    return user
  }
}
