import { changePassword, limits, ServiceError } from '@signalbox/contracts'
import { createPreparedRoute, type PreparedRoute } from '../audit/prepared-route.js'
import { confirmUser } from './credentials.js'
import { refuseGuessablePassword } from './password-policy.js'
import { proveOwnPassword } from './own-proof.js'
import { requireSession, signInMember } from './sign-in-member.js'
import type { BrowserSessionOwnerRow } from './store/browser-sessions.js'
import type { IdentityRouteDependencies } from './route-dependencies.js'

export function createChangePasswordRoute(dependencies: IdentityRouteDependencies): PreparedRoute {
  const { store, identity, clock } = dependencies
  return createPreparedRoute(changePassword, async ({ body, http }) => {
    const session = requireSession(store, http)
    const claim = { email: session.email, password: body.current_password ?? '', address: http.address }
    const hasPassword = store.users.findPassword(session.user_id) !== undefined
    const proven = hasPassword ? await proveOwnPassword(dependencies, claim, '/current_password') : undefined
    if (!hasPassword) refuseStaleSession(session, clock())
    await refuseGuessablePassword({ password: body.new_password, email: session.email, field: '/new_password' })
    const kept = await identity.passwords.hash(body.new_password)
    return () => {
      const { user_id: userId, member_id: id, organization_id: organizationId, email } = requireSession(store, http)
      if (proven) confirmUser(store, proven)
      const now = clock()
      store.users.savePassword({ user_id: userId, ...kept, changed_at: now })
      store.browserSessions.deleteOfUser(userId)
      store.passwordResets.delete(userId)
      const member = { id, user_id: userId, organization_id: organizationId }
      const signedIn = signInMember(store, { member, email, http, now })
      return {
        ...signedIn,
        afterwards: () => {
          signedIn.afterwards?.()
          identity.resetMails?.confirm(email)
        },
      }
    }
  })
}

/** Prevents an unattended browser from being used to set a password. */
function refuseStaleSession({ confirmed_at: confirmedAt }: BrowserSessionOwnerRow, now: number): void {
  if (now - confirmedAt <= limits.signIn.confirmedMs) return
  throw new ServiceError('confirmation-required', { detail: 'Sign in again before you set a password' })
}
