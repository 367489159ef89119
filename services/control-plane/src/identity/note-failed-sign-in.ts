import { signIn, type ErrorCode } from '@signalbox/contracts'
import { recordOfUser } from './record-of-user.js'
import type { IdentityRouteDependencies } from './route-dependencies.js'

/** A sign-in that was refused. */
export interface FailedSignIn {
  /** In lower case, known or not. */
  email: string
  requestId: string
  /** What was wrong. */
  code: ErrorCode
}

/**
 * Notes a wrong password or code in the audit log of every organization that the person belongs to; the limit on attempts bounds
 * how many there are. It happens after the answer, whose time must not tell whether there is such a person. It never
 * fails: what cannot be noted is logged.
 */
export function noteFailedSignIn(
  { store, clock, log }: Pick<IdentityRouteDependencies, 'store' | 'clock' | 'log'>,
  { email, requestId, code }: FailedSignIn,
): void {
  setImmediate(() => {
    try {
      const user = store.users.findByEmail(email)
      if (user === undefined) return
      store.transact(() => {
        recordOfUser({ store, clock }, user, { action: signIn.id, requestId, outcome: 'refused', code })
      })
    } catch (err) {
      log.warn({ err }, 'a failed sign-in could not be recorded in the audit log')
    }
  })
}
