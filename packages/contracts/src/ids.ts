import { randomUUID } from 'node:crypto'

/**
 * Maximum of the 12-bit counter after the timestamp. Counters start in the lower half, so that 2,048 ids always fit.
 */
const sequenceMax = 0xfff
const firstSequenceMax = 0x7ff

const last = { time: '', sequence: 0 }

/**
 * Creates a UUIDv7 (RFC 9562, method 1 of section 6.2): 48 bits of milliseconds, a 12-bit counter, then random bits.
 * Ids sort by creation time; within one millisecond, the first 2,048 ids of this process sort by creation order.
 * @param nowMs Unix time in milliseconds; injected so that tests can fix it.
 */
export function createId(nowMs: number = Date.now()): string {
  const time = Math.trunc(nowMs).toString(16).padStart(12, '0')
  // A random UUID has its variant and random bits in the same positions, and Node generates many of them at once.
  const random = randomUUID()
  const isNext = time === last.time && last.sequence < sequenceMax
  last.sequence = isNext ? last.sequence + 1 : Number.parseInt(random.slice(0, 3), 16) & firstSequenceMax
  last.time = time
  return `${time.slice(0, 8)}-${time.slice(8)}-7${last.sequence.toString(16).padStart(3, '0')}${random.slice(18)}`
}

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** True if the text is a dashed UUID of any version. */
export function isUuid(text: string): boolean {
  return uuidPattern.test(text)
}
