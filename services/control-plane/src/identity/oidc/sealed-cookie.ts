import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { limits } from '@signalbox/contracts'
import type { Clock } from '@signalbox/service-kit'
import type { OidcSecrets } from './oidc-provider.js'

/** What a browser carries while its person is away at the identity provider. */
export interface PendingSignIn extends OidcSecrets {
  /** Path of this installation to go to in the end. */
  returnTo: string
  /** Of the invitation that they want to accept. */
  invitationToken: string | undefined
}

/** Puts it into a cookie that nobody else can read or write, so that it need not be kept here. */
export interface SignInSeal {
  seal(pending: PendingSignIn): string
  /** @returns undefined for what was sealed too long ago, by another process, or by somebody else. */
  open(sealed: string): PendingSignIn | undefined
}

const ivBytes = 12
const tagBytes = 16
const algorithm = 'aes-256-gcm'

/** The key lives as long as the process: who is away at a restart signs in again. */
export function createSignInSeal(clock: Clock): SignInSeal {
  const key = randomBytes(32)
  return {
    seal: (pending) => encrypt(key, toText(pending, clock() + limits.signIn.providerMs)),
    open: (sealed) => {
      const text = decrypt(key, Buffer.from(sealed, 'base64url'))
      return text === undefined ? undefined : fromText(text, clock())
    },
  }
}

function encrypt(key: Buffer, text: string): string {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv(algorithm, key, iv, { authTagLength: tagBytes })
  const encrypted = Buffer.concat([cipher.update(text), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString('base64url')
}

/** @returns undefined for what was not encrypted with this key, or is damaged. */
function decrypt(key: Buffer, sealed: Buffer): string | undefined {
  try {
    const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, ivBytes), { authTagLength: tagBytes })
    decipher.setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes))
    return Buffer.concat([decipher.update(sealed.subarray(ivBytes + tagBytes)), decipher.final()]).toString()
  } catch {
    return undefined
  }
}

function toText({ state, nonce, codeVerifier, returnTo, invitationToken = '' }: PendingSignIn, endsAt: number): string {
  const fields = { state, nonce, codeVerifier, returnTo, invitationToken, endsAt: String(endsAt) }
  return new URLSearchParams(fields).toString()
}

/** What was encrypted here is as it was written here. */
function fromText(text: string, now: number): PendingSignIn | undefined {
  const fields = new URLSearchParams(text)
  if (now >= Number(fields.get('endsAt'))) return undefined
  const read = (name: string): string => fields.get(name) ?? ''
  return {
    state: read('state'),
    nonce: read('nonce'),
    codeVerifier: read('codeVerifier'),
    returnTo: read('returnTo'),
    invitationToken: fields.get('invitationToken') || undefined,
  }
}
