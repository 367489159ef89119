import { ServiceError, signIn, type ErrorCode } from '@signalbox/contracts'
import { createPreparedRoute, type PreparedRoute } from '../audit/prepared-route.js'
import { confirmUser, proveUser } from './credentials.js'
import { recordFailedSignIn } from './record-failed-sign-in.js'
import { consumeRequiredCode } from './second-factor/consume-code.js'
import { chooseMembership, signInMember } from './sign-in-member.js'
import { foldEmail } from './tokens.js'
import type { IdentityRouteDependencies } from './route-dependencies.js'

export function createSignInRoute(dependencies: IdentityRouteDependencies): PreparedRoute {
  const { store, identity, clock } = dependencies
  return createPreparedRoute(signIn, async ({ body, http, requestId }) => {
    const email = foldEmail(body.email)
    const claim = { email, password: body.password, address: http.address }
    const noteFailure = (error: unknown): never => {
      const code = wrongProofOf(error)
      if (code !== undefined) recordFailedSignIn(dependencies, { email, requestId, code, address: http.address })
      throw error
    }
    const proven = await proveUser({ store, ...identity }, claim).catch(noteFailure)
    return () => {
      confirmUser(store, proven)
      const code = { userId: proven.user.id, code: body.code, address: http.address }
      try {
        consumeRequiredCode({ store, clock, ...identity }, code)
      } catch (error) {
        noteFailure(error)
      }
      const member = chooseMembership(store, proven.user.id, body.organization_id)
      return signInMember(store, { member, email, http, now: clock() })
    }
  })
}

/** @returns undefined for errors other than a wrong password or code. */
function wrongProofOf(error: unknown): ErrorCode | undefined {
  const code = error instanceof ServiceError ? error.code : undefined
  return code === 'invalid-credentials' || code === 'invalid-code' ? code : undefined
}
