import { openStore } from './control-plane-store.js'
import { createResetLink } from './identity/password-reset.js'
import { foldEmail } from './identity/tokens.js'

export interface PasswordReset {
  /** Of the control plane; it may be in use. */
  dataDirectory: string
  /** Beside the database when left out. */
  secretKeyFile?: string | undefined
  email: string
  /** Where browsers reach the installation. */
  publicUrl: string
  /** Whether the authenticator app and the recovery codes are taken away, for who has lost them too. */
  removeSecondFactor: boolean
  /** Unix milliseconds. */
  now: number
}

/** Nobody has the address. */
export class UnknownPerson extends Error {
  override readonly name = 'UnknownPerson'
}

/**
 * Makes the link by which somebody who forgot their password sets a new one: for operators, who pass it on.
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
