import type { PasskeyAssertion, PasskeyAttestation } from '@signalbox/contracts'
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import type { PasskeyRow } from '../store/passkeys.js'
import type { UserRow } from '../store/users.js'

/** Relying party of the passkeys: this installation. */
export interface RelyingParty {
  /** Host name of the public URL. */
  id: string
  origin: string
}

/** Stored fields of a new passkey. */
export type NewCredential = Pick<PasskeyRow, 'credential_id' | 'public_key' | 'counter'>

/** A passkey with its authenticator's new signature counter. */
export interface UsedPasskey {
  passkey: PasskeyRow
  counter: number
}

/** Consumes a challenge. Returns whether it was pending. */
type SpendChallenge = (challenge: string) => boolean

/**
 * Requires discoverable credentials with user verification (fingerprint or PIN), so that a passkey counts as both
 * factors.
 */
export function createRegistrationOptions({ id }: RelyingParty, user: UserRow, known: readonly PasskeyRow[]) {
  return generateRegistrationOptions({
    rpName: 'Signalbox',
    rpID: id,
    userID: Uint8Array.from(Buffer.from(user.id)),
    userName: user.email,
    userDisplayName: user.name === '' ? user.email : user.name,
    attestationType: 'none',
    excludeCredentials: known.map((row) => ({ id: row.credential_id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

/** Rejects if the attestation does not match the request. */
export async function verifyAttestation(
  party: RelyingParty,
  { id, response }: PasskeyAttestation,
  spend: SpendChallenge,
): Promise<NewCredential> {
  const { clientDataJSON, attestationObject } = response
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: { ...credentialOf(id), response: { clientDataJSON, attestationObject } },
    expectedChallenge: spend,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
  })
  if (!verified) throw new Error('the attestation is invalid')
  const { credential } = registrationInfo
  return { credential_id: credential.id, public_key: Buffer.from(credential.publicKey), counter: credential.counter }
}

export function createSignInOptions({ id }: RelyingParty) {
  return generateAuthenticationOptions({ rpID: id, userVerification: 'required' })
}

/** Rejects if the assertion does not match the request. @returns the authenticator's signature counter. */
export async function verifyAssertion(
  party: RelyingParty,
  { assertion, passkey, spend }: { assertion: PasskeyAssertion; passkey: PasskeyRow; spend: SpendChallenge },
): Promise<number> {
  const { clientDataJSON, authenticatorData, signature } = assertion.response
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...credentialOf(assertion.id), response: { clientDataJSON, authenticatorData, signature } },
    expectedChallenge: spend,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    credential: { id: passkey.credential_id, publicKey: Uint8Array.from(passkey.public_key), counter: passkey.counter },
    requireUserVerification: true,
  })
  if (!verified) throw new Error('the signature is invalid')
  return authenticationInfo.newCounter
}

function credentialOf(id: string) {
  return { id, rawId: id, type: 'public-key' as const, clientExtensionResults: {} }
}
