/** Number of bytes to sample from a value. */
const sampleMax = 128
/** First bytes of JSON and envelopes. */
const openings = new Set(['{', '['].map((text) => text.charCodeAt(0)))

/**
 * Whether a value is already compressed (gzip, deflate, brotli or zstd), so that compressing it again would cost time
 * and save nothing. In compressed data about half of the bytes are above ASCII; text with that many starts like JSON.
 */
export function isCompressed(value: Uint8Array): boolean {
  if (value.byteLength === 0 || openings.has(value[0] ?? 0)) return false
  // Gzip magic number: the most common case.
  if (value[0] === 0x1f && value[1] === 0x8b) return true
  const count = Math.min(sampleMax, value.byteLength)
  let high = 0
  for (let index = 0; index < count; index += 1) {
    if ((value[Math.floor((index * value.byteLength) / count)] ?? 0) >= 0x80) high += 1
  }
  return high * 3 > count
}
