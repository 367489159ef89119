/** Longer texts are rarely sent twice. */
const rememberedBytesMax = 64
/** Number of slots; a power of two. */
const slots = 4_096

/**
 * Cache of decoded texts, so that recurring ones (keys, words, host names) are created once. Each text has one slot, by
 * a hash of its bytes, and replaces any other text there.
 */
export class TextMemory {
  readonly #texts = new Array<string>(slots).fill('')

  /** Decodes UTF-8 from `start` to `stop`; invalid bytes become replacement characters. */
  read(bytes: Buffer, start: number, stop: number): string {
    if (stop - start > rememberedBytesMax) return bytes.toString('utf8', start, stop)
    let hash = 0
    let isAscii = 0
    for (let index = start; index < stop; index += 1) {
      const byte = bytes[index] ?? 0
      hash = (Math.imul(hash, 31) + byte) | 0
      isAscii |= byte
    }
    if (isAscii >= 0x80) return bytes.toString('utf8', start, stop)
    const slot = (hash ^ (hash >>> 12)) & (slots - 1)
    const known = this.#texts[slot] ?? ''
    if (equals(known, bytes, start, stop)) return known
    const text = bytes.toString('latin1', start, stop)
    this.#texts[slot] = text
    return text
  }
}

function equals(text: string, bytes: Buffer, start: number, stop: number): boolean {
  if (text.length !== stop - start) return false
  for (let index = start; index < stop; index += 1) {
    if (text.charCodeAt(index - start) !== bytes[index]) return false
  }
  return true
}
