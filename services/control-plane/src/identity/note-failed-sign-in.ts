import { signIn, type ErrorCode } from '@signalbox/contracts'
import { recordEntry } from '../audit/record-entry.js'
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
        for (const { id, organization_id: organizationId } of store.members.listOfUser(user.id)) {
          const by = { organizationId, actor: { kind: 'member' as const, id, name: email } }
          recordEntry({ store, clock }, { action: signIn.id, by, params: {}, requestId, outcome: 'refused', code })
        }
      })
    } catch (err) {
      log.warn({ err }, 'a failed sign-in could not be recorded in the audit log')
    }
  })
}
