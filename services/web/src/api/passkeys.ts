import type { BrowserSession, PasskeyAssertion, PasskeyAttestation } from '@signalbox/contracts'
import { api } from './api.js'

/** Options for authenticators, created by the server in the format that browsers parse. */
type CreationOptions = Parameters<typeof PublicKeyCredential.parseCreationOptionsFromJSON>[0]
type RequestOptions = Parameters<typeof PublicKeyCredential.parseRequestOptionsFromJSON>[0]

/** True if this browser can parse the server's passkey options. */
export function hasPasskeys(): boolean {
  return 'PublicKeyCredential' in globalThis && 'parseRequestOptionsFromJSON' in PublicKeyCredential
}

/**
 * Creates a passkey for the current person.
 * @throws Error with a readable message if the device does not create one.
 */
export async function addPasskey(name: string): Promise<void> {
  const options = (await api.call('startPasskey', {})) as CreationOptions
  const made = await ask(() =>
    navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) }),
  )
  await api.call('addPasskey', { body: { name, credential: made.toJSON() as PasskeyAttestation } })
}

/**
 * Signs in with a passkey.
 * @throws Error with a readable message if it fails.
 */
export async function signInWithPasskey(): Promise<BrowserSession> {
  return api.call('signInWithPasskey', { body: { credential: await assertPresence() } })
}

/**
 * Confirms the person's identity with a passkey.
 * @throws Error with a readable message if it fails.
 */
export async function confirmWithPasskey(): Promise<BrowserSession> {
  return api.call('confirmSession', { body: { passkey: await assertPresence() } })
}

async function assertPresence(): Promise<PasskeyAssertion> {
  const options = (await api.call('askForPasskey', {})) as RequestOptions
  const proof = await ask(() =>
    navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) }),
  )
  return proof.toJSON() as PasskeyAssertion
}

/**
 * Browsers report the same error for cancellation, timeout and a missing passkey, so that pages cannot learn who has
 * one.
 */
async function ask(question: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  try {
    const answer = await question()
    if (answer instanceof PublicKeyCredential) return answer
  } catch (cause) {
    if (!(cause instanceof DOMException)) throw cause
    if (cause.name === 'InvalidStateError')
      throw new Error('This device already has a passkey for your account.', { cause })
    if (cause.name !== 'NotAllowedError') throw new Error(`The browser refused: ${cause.message}`, { cause })
  }
  throw new Error('No passkey was used. The request was cancelled or timed out, or this device has none.')
}
