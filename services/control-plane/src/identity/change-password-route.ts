import { changePassword, limits, ServiceError } from '@signalbox/contracts'
import { createPreparedRoute, type PreparedRoute } from '../audit/prepared-route.js'
import { confirmUser, proveUser, type Claim, type ProvenUser } from './credentials.js'
import { refuseGuessablePassword } from './password-policy.js'
import { requireSession, signInMember } from './sign-in-member.js'
import type { BrowserSessionOwnerRow } from './store/browser-sessions.js'
import type { IdentityRouteDependencies } from './route-dependencies.js'

export function createChangePasswordRoute(dependencies: IdentityRouteDependencies): PreparedRoute {
  const { store, identity, clock } = dependencies
  return createPreparedRoute(changePassword, async ({ body, http }) => {
    const session = requireSession(store, http)
    const claim = { email: session.email, password: body.current_password ?? '', address: http.address }
    const hasPassword = store.users.findPassword(session.user_id) !== undefined
    const proven = hasPassword ? await proveCurrent(dependencies, claim) : undefined
    if (!hasPassword) refuseStaleSession(session, clock())
    await refuseGuessablePassword({ password: body.new_password, email: session.email, field: '/new_password' })
    const kept = await identity.passwords.keep(body.new_password)
    return () => {
      const { user_id: userId, member_id: id, organization_id: organizationId, email } = requireSession(store, http)
      if (proven) confirmUser(store, proven)
      const now = clock()
      store.users.savePassword({ user_id: userId, ...kept, changed_at: now })
      store.browserSessions.deleteOfUser(userId)
      const member = { id, user_id: userId, organization_id: organizationId }
      return signInMember(store, { member, email, http, now })
    }
  })
}

/** @throws ServiceError `invalid-body` for a wrong password: who is signed in need not sign in again. */
async function proveCurrent({ store, identity }: IdentityRouteDependencies, claim: Claim): Promise<ProvenUser> {
  try {
    return await proveUser({ store, ...identity }, claim)
  } catch (cause) {
    if (!(cause instanceof ServiceError) || cause.code !== 'invalid-credentials') throw cause
    const faults = [{ in: 'body' as const, name: '/current_password', detail: 'is not the password' }]
    throw new ServiceError('invalid-body', { faults, cause })
  }
}

/** Nobody who finds a browser that was left open sets a password with it. */
function refuseStaleSession({ signed_in_at: signedInAt }: BrowserSessionOwnerRow, now: number): void {
  if (now - signedInAt <= limits.signIn.freshMs) return
  throw new ServiceError('forbidden', { detail: 'Sign in again before you set a password' })
}
