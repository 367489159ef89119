import { randomFillSync } from 'node:crypto'

/**
 * A new UUIDv7 (RFC 9562): 48 bits of milliseconds, then random bits, so that ids sort by the time they were made.
 * @param nowMs Unix time in milliseconds; injected so that tests can fix it.
 */
export function createId(nowMs: number = Date.now()): string {
  const bytes = randomFillSync(Buffer.alloc(16))
  bytes.writeUIntBE(nowMs, 0, 6)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Whether the text is a UUID of any version, dashed. */
export function isUuid(text: string): boolean {
  return uuidPattern.test(text)
}
