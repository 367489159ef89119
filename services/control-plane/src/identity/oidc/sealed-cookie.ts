import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { createValidator, limits, type Static } from '@signalbox/contracts'
import type { Clock } from '@signalbox/service-kit'
import { Type } from 'typebox'

/** What a browser carries while its person is away at the identity provider. */
export const PendingSignIn = Type.Object({
  state: Type.String(),
  nonce: Type.String(),
  codeVerifier: Type.String(),
  returnTo: Type.String(),
  invitationToken: Type.Optional(Type.String()),
})
export type PendingSignIn = Static<typeof PendingSignIn>

/** Puts it into a cookie that nobody else can read or write, so that it need not be kept here. */
export interface SignInSeal {
  seal(pending: PendingSignIn): string
  /** @returns undefined for what was sealed too long ago, by another process, or by somebody else. */
  open(sealed: string): PendingSignIn | undefined
}

const ivBytes = 12
const tagBytes = 16
const algorithm = 'aes-256-gcm'
const validate = createValidator(Type.Object({ pending: PendingSignIn, endsAt: Type.Number() }))

/** The key lives as long as the process: who is away at a restart signs in again. */
export function createSignInSeal(clock: Clock): SignInSeal {
  const key = randomBytes(32)
  const decrypt = (sealed: Buffer): string => {
    const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, ivBytes), { authTagLength: tagBytes })
    decipher.setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes))
    return Buffer.concat([decipher.update(sealed.subarray(ivBytes + tagBytes)), decipher.final()]).toString()
  }
  return {
    seal: (pending) => {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv(algorithm, key, iv, { authTagLength: tagBytes })
      const text = JSON.stringify({ pending, endsAt: clock() + limits.signIn.providerMs })
      const encrypted = Buffer.concat([cipher.update(text), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString('base64url')
    },
    open: (sealed) => {
      try {
        const opened = validate(JSON.parse(decrypt(Buffer.from(sealed, 'base64url'))))
        return opened.ok && clock() < opened.value.endsAt ? opened.value.pending : undefined
      } catch {
        // Not sealed with this key, or damaged: as good as no cookie.
        return undefined
      }
    },
  }
}
