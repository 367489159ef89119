/** Buffer for narrowing text to one byte per character, part by part. */
const scratch = Buffer.alloc(4_096)

/**
 * Decodes packed text. Even in a text with characters beyond Latin-1, most parts have none. These become strings with
 * one byte per character, and so does everything derived from them, such as JSON.
 * @param width Bytes per UTF-16 unit.
 */
export function decodeText(bytes: Buffer, width: 1 | 2): string {
  if (width === 1) return bytes.toString('latin1')
  const length = bytes.length / 2
  if (length > scratch.length) return bytes.toString('utf16le')
  for (let at = 0; at < length; at += 1) {
    if (bytes[2 * at + 1] !== 0) return bytes.toString('utf16le')
    scratch[at] = bytes[2 * at] ?? 0
  }
  return scratch.toString('latin1', 0, length)
}
