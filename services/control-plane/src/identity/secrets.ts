import { createHash, randomBytes } from 'node:crypto'

/** A new API key: `sbk_` and 256 random bits in hex. */
export function createApiKeySecret(): string {
  return `sbk_${randomBytes(32).toString('hex')}`
}

/** A new public key of a DSN: 32 lower-case hex digits. */
export function createPublicKey(): string {
  return randomBytes(16).toString('hex')
}

/** What is stored of an API key. Keys are random, so a fast hash cannot be searched backwards. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

/** What is shown of an API key: at most a third of it, so that a short key that an operator chose stays secret. */
export function prefixOf(secret: string): string {
  return secret.slice(0, Math.min(12, Math.floor(secret.length / 3)))
}
