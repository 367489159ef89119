import { limits, ServiceError } from '@signalbox/contracts'
import { hashSecret } from './secrets.js'
import type { IdentityStores } from './store/identity-stores.js'
import type { PasswordResetRow } from './store/password-resets.js'
import type { UserRow } from './store/users.js'
import { createToken } from './tokens.js'

/**
 * Creates a password reset link and invalidates the previous one.
 * @param now Unix milliseconds.
 * @returns the URL for setting the new password. Servers and proxies never see the part after `#`.
 */
export function createResetLink(
  { passwordResets }: Pick<IdentityStores, 'passwordResets'>,
  { user, publicUrl, now }: { user: Pick<UserRow, 'id'>; publicUrl: string; now: number },
): string {
  const token = createToken()
  passwordResets.save({
    user_id: user.id,
    token_hash: hashSecret(token),
    expires_at: now + limits.signIn.passwordResetMs,
  })
  return `${publicUrl}/reset-password#${token}`
}

/** @throws ServiceError `not-found` if the link is unknown, used or expired. */
export function requireReset(
  { passwordResets }: Pick<IdentityStores, 'passwordResets'>,
  token: string,
  now: number,
): PasswordResetRow {
  const row = passwordResets.findByHash(hashSecret(token), now)
  if (row) return row
  throw new ServiceError('not-found', { detail: 'The link is unknown, used or expired' })
}
