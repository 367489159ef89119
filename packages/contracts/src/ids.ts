import { randomUUID } from 'node:crypto'

/**
 * A new UUIDv7 (RFC 9562): 48 bits of milliseconds, then random bits, so that ids sort by the time they were made.
 * @param nowMs Unix time in milliseconds; injected so that tests can fix it.
 */
export function createId(nowMs: number = Date.now()): string {
  const time = Math.trunc(nowMs).toString(16).padStart(12, '0')
  // A random UUID has its variant and its random bits in the same places, and Node makes many of them at once.
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`
}

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Whether the text is a UUID of any version, dashed. */
export function isUuid(text: string): boolean {
  return uuidPattern.test(text)
}
