import type { BrowserSession, PasskeyAssertion, PasskeyAttestation } from '@signalbox/contracts'
import { api } from './api.js'

/** What devices are asked. The server makes it, in the form that browsers read. */
type CreationOptions = Parameters<typeof PublicKeyCredential.parseCreationOptionsFromJSON>[0]
type RequestOptions = Parameters<typeof PublicKeyCredential.parseRequestOptionsFromJSON>[0]

/** Whether this browser reads what the server asks devices. */
export function hasPasskeys(): boolean {
  return 'PublicKeyCredential' in globalThis && 'parseRequestOptionsFromJSON' in PublicKeyCredential
}

/**
 * Lets a device make a passkey for whoever is signed in.
 * @throws Error with words for people when the device makes none.
 */
export async function addPasskey(name: string): Promise<void> {
  const options = (await api.call('startPasskey', {})) as CreationOptions
  const made = await ask(() =>
    navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) }),
  )
  await api.call('addPasskey', { body: { name, credential: made.toJSON() as PasskeyAttestation } })
}

/** Signs in whoever a device says is there. @throws Error with words for people when it says nothing. */
export async function signInWithPasskey(): Promise<BrowserSession> {
  return api.call('signInWithPasskey', { body: { credential: await assertPresence() } })
}

/** Confirms who is signed in. @throws Error with words for people when no device says so. */
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

/** Browsers say the same of what was cancelled, took too long or is on no device, lest pages learn who has what. */
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
