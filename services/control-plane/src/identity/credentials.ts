import { ServiceError } from '@signalbox/contracts'
import type { UserRow } from './store/users.js'
import type { IdentityStores } from './store/identity-stores.js'
import { passwordAttempt, type Attempts } from './attempts.js'
import type { KeptPassword, Passwords } from './passwords.js'

/** What somebody claims to be, and from where. */
export interface Claim {
  /** In lower case. */
  email: string
  password: string
  /** Of the client. */
  address: string
}

/** Somebody whose password was right. */
export interface ProvenUser {
  user: UserRow
  kept: KeptPassword
  /** The password as it should be kept from now on, when the parameters have changed. */
  renewed: KeptPassword | undefined
}

export interface CredentialDependencies {
  store: Pick<IdentityStores, 'users'>
  passwords: Passwords
  attempts: Attempts
}

/**
 * Finds the user that a claim is true of. Unknown addresses, users without a password and wrong passwords cannot be told
 * apart, neither by the answer nor by its time.
 * @throws ServiceError `invalid-credentials`, or `rate-limited` after too many attempts.
 */
export async function proveUser(
  { store: { users }, passwords, attempts }: CredentialDependencies,
  { email, password, address }: Claim,
): Promise<ProvenUser> {
  const attempt = passwordAttempt({ account: email, address })
  attempts.begin(attempt)
  const user = users.findByEmail(email)
  const kept = user && users.findPassword(user.id)
  if (!(await passwords.matches(password, kept)) || !user || !kept) throw new ServiceError('invalid-credentials')
  attempts.succeed(attempt)
  return { user, kept, renewed: passwords.isOutdated(kept) ? await passwords.keep(password) : undefined }
}

/**
 * To be called in the transaction that relies on the proof: meanwhile the user may be gone or have another password.
 * @throws ServiceError `invalid-credentials`
 */
export function confirmUser({ users }: Pick<IdentityStores, 'users'>, { user, kept, renewed }: ProvenUser): void {
  const current = users.findPassword(user.id)
  if (!current?.hash.equals(kept.hash)) throw new ServiceError('invalid-credentials')
  if (renewed) users.savePassword({ ...current, ...renewed })
}
