import { ServiceError } from '@signalbox/contracts'
import type { UserRow } from './store/users.js'
import type { IdentityStores } from './store/identity-stores.js'
import { passwordAttempt, type Attempts } from './attempts.js'
import type { StoredPassword, Passwords } from './passwords.js'

/** Claimed credentials, and where they come from. */
export interface Claim {
  /** In lower case. */
  email: string
  password: string
  /** Address of the client. */
  address: string
}

/** A user whose password was correct. */
export interface ProvenUser {
  user: UserRow
  kept: StoredPassword
  /** New hash of the password, if the hashing parameters have changed. */
  renewed: StoredPassword | undefined
}

export interface CredentialDependencies {
  store: Pick<IdentityStores, 'users'>
  passwords: Passwords
  attempts: Attempts
}

/**
 * Finds the user with these credentials. Unknown addresses, users without a password and wrong passwords are
 * indistinguishable by response and timing.
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
  return { user, kept, renewed: passwords.isOutdated(kept) ? await passwords.hash(password) : undefined }
}

/**
 * Call in the transaction that relies on the proof: the user may have been deleted or have changed the password since.
 * @throws ServiceError `invalid-credentials`
 */
export function confirmUser({ users }: Pick<IdentityStores, 'users'>, { user, kept, renewed }: ProvenUser): void {
  const current = users.findPassword(user.id)
  if (!current?.hash.equals(kept.hash)) throw new ServiceError('invalid-credentials')
  if (renewed) users.savePassword({ ...current, ...renewed })
}
