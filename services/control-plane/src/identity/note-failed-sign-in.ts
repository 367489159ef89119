import { signIn, type ErrorCode } from '@signalbox/contracts'
import type { IdentityRouteDependencies } from './route-dependencies.js'

/** A sign-in that was refused. */
export interface FailedSignIn {
  /** In lower case, known or not. */
  email: string
  requestId: string
  /** Of the client. */
  address: string
  /** What was wrong. */
  code: ErrorCode
}

/**
 * Notes a wrong password or code in the audit log of every organization that the person belongs to. It happens after the
 * answer, whose time must not tell whether there is such a person. It never fails: what cannot be noted is logged.
 */
export function noteFailedSignIn(
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
