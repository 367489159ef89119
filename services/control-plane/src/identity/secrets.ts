import { createHash, randomBytes } from 'node:crypto'

/** Creates an API key: `sbk_` and 256 random bits in hex. */
export function createApiKeySecret(): string {
  return `sbk_${randomBytes(32).toString('hex')}`
}

/** Creates a DSN's public key: 32 lower-case hex digits. */
export function createPublicKey(): string {
  return randomBytes(16).toString('hex')
}

/** Returns the stored hash of an API key. Keys are random, so a fast hash cannot be brute-forced. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

/**
 * Returns the visible prefix of an API key: at most a third, so that a short key chosen by an operator stays secret.
 */
export function prefixOf(secret: string): string {
  return secret.slice(0, Math.min(12, Math.floor(secret.length / 3)))
}
