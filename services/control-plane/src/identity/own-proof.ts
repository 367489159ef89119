import { ServiceError, type ErrorCode, type PasskeyAssertion } from '@signalbox/contracts'
import { proveUser, type Claim, type CredentialDependencies, type ProvenUser } from './credentials.js'
import type { UsedPasskey } from './passkeys/credentials.js'
import type { IdentityRouteDependencies } from './route-dependencies.js'
import { consumeCode, type GivenCode } from './second-factor/consume-code.js'

/**
 * Verifies the password of a signed-in person.
 * @param field JSON pointer of the field it was sent in.
 * @throws ServiceError `invalid-body` that names the field if it is wrong: the person is signed in already, so a 401
 * response would be misleading.
 */
export async function proveOwnPassword(
  { store, identity }: { store: CredentialDependencies['store']; identity: Omit<CredentialDependencies, 'store'> },
  claim: Claim,
  field: string,
): Promise<ProvenUser> {
  try {
    return await proveUser({ store, ...identity }, claim)
  } catch (cause) {
    throw asFault(cause, 'invalid-credentials', { name: field, detail: 'is wrong' })
  }
}

/** Like `consumeCode`, for a signed-in person. @throws ServiceError `invalid-body` that names `/code`. */
export function consumeOwnCode({ store, identity, clock }: IdentityRouteDependencies, given: GivenCode): void {
  try {
    consumeCode({ store, clock, ...identity }, given)
  } catch (cause) {
    throw asFault(cause, 'invalid-code', { name: '/code', detail: 'is wrong, expired or already used' })
  }
}

/** Verifies a passkey of a signed-in person. @throws ServiceError `invalid-body` that names `/passkey`. */
export async function proveOwnPasskey(
  { identity }: IdentityRouteDependencies,
  assertion: PasskeyAssertion,
  userId: string,
): Promise<UsedPasskey> {
  try {
    const used = await identity.passkeys.prove(assertion)
    if (used.passkey.user_id !== userId) throw new ServiceError('invalid-passkey')
    return used
  } catch (cause) {
    throw asFault(cause, 'invalid-passkey', { name: '/passkey', detail: 'is unknown, or its challenge has expired' })
  }
}

function asFault(cause: unknown, code: ErrorCode, fault: { name: string; detail: string }): unknown {
  if (!(cause instanceof ServiceError) || cause.code !== code) return cause
  return new ServiceError('invalid-body', { faults: [{ in: 'body', ...fault }], cause })
}
