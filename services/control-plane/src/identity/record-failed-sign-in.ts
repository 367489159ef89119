import { signIn, type ErrorCode } from '@signalbox/contracts'
import type { IdentityRouteDependencies } from './route-dependencies.js'

/** A refused sign-in. */
export interface FailedSignIn {
  /** In lower case, whether it exists or not. */
  email: string
  requestId: string
  /** Address of the client. */
  address: string
  /** Reason for the refusal. */
  code: ErrorCode
}

/**
 * Records a wrong password or code in the audit log of every organization the person belongs to. Runs after the
 * response, whose timing must not reveal whether the person exists. Never fails: errors are logged.
 */
export function recordFailedSignIn(
  { store, identity: { refusals }, log }: Pick<IdentityRouteDependencies, 'store' | 'identity' | 'log'>,
  { email, ...failed }: FailedSignIn,
): void {
  setImmediate(() => {
    try {
      const user = store.users.findByEmail(email)
      if (user === undefined) return
      for (const { id, organization_id: organizationId } of store.members.listOfUser(user.id)) {
        const by = { organizationId, actor: { kind: 'member' as const, id, name: email } }
        refusals.note({ ...failed, action: signIn.id, by })
      }
    } catch (err) {
      log.warn({ err }, 'a failed sign-in could not be recorded in the audit log')
    }
  })
}
