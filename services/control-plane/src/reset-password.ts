import { openStore } from './control-plane-store.js'
import { createResetLink } from './identity/password-reset.js'
import { foldEmail } from './identity/tokens.js'

export interface PasswordReset {
  /** Data directory of the control plane, which may be running. */
  dataDirectory: string
  /** Default: next to the database. */
  secretKeyFile?: string | undefined
  email: string
  /** Base URL for browsers. */
  publicUrl: string
  /** True to remove the authenticator app and the recovery codes as well, for people who have lost them. */
  removeSecondFactor: boolean
  /** Unix milliseconds. */
  now: number
}

/** No member has this address. */
export class UnknownPerson extends Error {
  override readonly name = 'UnknownPerson'
}

/**
 * Creates a link to set a new password for somebody who forgot theirs; the operator passes it on.
 * @throws UnknownPerson, DatabaseUnusable, SecretKeyFault.
 */
export function resetPassword({ dataDirectory, secretKeyFile, ...reset }: PasswordReset): string {
  const store = openStore(dataDirectory, { secretKeyFile })
  try {
    return store.transact(() => {
      const user = store.users.findByEmail(foldEmail(reset.email))
      if (!user) throw new UnknownPerson(`no user has the address ${reset.email}`)
      if (reset.removeSecondFactor) store.secondFactors.delete(user.id)
      return createResetLink(store, { user, publicUrl: reset.publicUrl, now: reset.now })
    })
  } finally {
    store.close()
  }
}
