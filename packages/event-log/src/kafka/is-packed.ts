/** How many bytes of a value are looked at. */
const sampleMax = 128
/** Where JSON and envelopes begin. */
const openings = new Set(['{', '['].map((text) => text.charCodeAt(0)))

/**
 * Whether a value is packed already, so that packing it again takes time and saves nothing: gzip, deflate, brotli or
 * zstd. What is packed has as many bytes above ASCII as below; texts that have as many begin as JSON does.
 */
export function isPacked(value: Uint8Array): boolean {
  if (value.byteLength === 0 || openings.has(value[0] ?? 0)) return false
  // Gzip, as most of it is.
  if (value[0] === 0x1f && value[1] === 0x8b) return true
  const count = Math.min(sampleMax, value.byteLength)
  let high = 0
  for (let index = 0; index < count; index += 1) {
    if ((value[Math.floor((index * value.byteLength) / count)] ?? 0) >= 0x80) high += 1
  }
  return high * 3 > count
}
