const startBytes = 4_096
/** Of any UTF-16 code unit in UTF-8. */
const bytesPerUnitMax = 3

/**
 * Text as UTF-8, line by line. Written at once: text that is kept until the end of a batch would be moved about by every
 * garbage collection meanwhile.
 */
export class LineBuffer {
  #bytes = Buffer.allocUnsafeSlow(startBytes)
  #length = 0

  add(line: string): void {
    const needed = this.#length + line.length * bytesPerUnitMax
    if (needed > this.#bytes.length) this.#grow(needed)
    this.#length += this.#bytes.write(line, this.#length)
  }

  /** @returns a copy that owns its ArrayBuffer, which holds nothing else. */
  finish(): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(this.#length)
    bytes.set(this.#bytes.subarray(0, this.#length))
    return bytes
  }

  #grow(needed: number): void {
    const grown = Buffer.allocUnsafeSlow(Math.max(needed, 2 * this.#bytes.length))
    this.#bytes.copy(grown, 0, 0, this.#length)
    this.#bytes = grown
  }
}
