import { createHash, randomBytes } from 'node:crypto'

const secretBytes = 32
const publicKeyBytes = 16
const prefixLength = 8
const secretLengthMin = 8
const secretLengthMax = 200

/** A new API key: `sbk_` and 256 random bits. */
export function createApiKeySecret(): string {
  return `sbk_${randomBytes(secretBytes).toString('base64url')}`
}

/** A new public key for a DSN: 32 lower-case hex digits, the only form that SDKs and the protocol take. */
export function createPublicKey(): string {
  return randomBytes(publicKeyBytes).toString('hex')
}

/** What is kept of an API key. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

/** First characters of a key: enough to recognise it, too few to help a guess. */
export function prefixOf(secret: string): string {
  return secret.slice(0, Math.min(prefixLength, Math.floor(secret.length / 2)))
}

/** Whether a text can be an API key at all: visible ASCII, as a header needs it, and neither tiny nor huge. */
export function isPossibleSecret(secret: string): boolean {
  return secret.length >= secretLengthMin && secret.length <= secretLengthMax && /^[!-~]+$/.test(secret)
}

export const secretRule = `${secretLengthMin} to ${secretLengthMax} visible ASCII characters without spaces`
