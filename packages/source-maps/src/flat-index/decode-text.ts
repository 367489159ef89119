/** Bytes of text are cut into parts that are narrowed in this. */
const scratch = Buffer.alloc(4_096)

/**
 * Decodes packed text. Most parts of a text with characters beyond Latin-1 have none themselves: they become strings of one
 * byte a character, which all that is made of them, such as JSON, then is as well.
 * @param width Bytes a UTF-16 unit.
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
