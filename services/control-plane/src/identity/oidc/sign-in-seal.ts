import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { limits } from '@signalbox/contracts'
import type { Clock } from '@signalbox/service-kit'
import type { OidcSecrets } from './oidc-provider.js'

/** State that the browser carries while the person is at the identity provider. */
export interface PendingSignIn extends OidcSecrets {
  /** Path in this installation to redirect to at the end. */
  returnTo: string
  /** Token of the invitation to accept. */
  invitationToken: string | undefined
}

/** Encrypts and authenticates the state for a cookie, so that the server need not store it. */
export interface SignInSeal {
  seal(pending: PendingSignIn): string
  /** @returns undefined if it was sealed too long ago, by another process, or by somebody else. */
  open(sealed: string): PendingSignIn | undefined
}

const ivBytes = 12
const tagBytes = 16
const algorithm = 'aes-256-gcm'

/** The key lives as long as the process: sign-ins in progress during a restart must be started again. */
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

/** @returns undefined if it was not encrypted with this key, or is damaged. */
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

/** Needs no validation: authenticated encryption ensures that it was written here. */
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
