const startBytes = 4_096
const pieceBytesMax = 1_048_576
/** Of any UTF-16 code unit in UTF-8. */
const bytesPerUnitMax = 3

/**
 * Text as UTF-8, line by line. Written at once: text that is kept until the end of a batch would be moved about by every
 * garbage collection meanwhile.
 */
export class LineBuffer {
  readonly #full: Uint8Array[] = []
  #fullLength = 0
  #piece = Buffer.allocUnsafeSlow(startBytes)
  #length = 0

  add(line: string): void {
    const needed = line.length * bytesPerUnitMax
    if (this.#length + needed > this.#piece.length) this.#beginPiece(needed)
    this.#length += this.#piece.write(line, this.#length)
  }

  /** @returns a copy that owns its ArrayBuffer, which holds nothing else. */
  finish(): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(this.#fullLength + this.#length)
    let at = 0
    for (const piece of [...this.#full, this.#piece.subarray(0, this.#length)]) {
      bytes.set(piece, at)
      at += piece.length
    }
    return bytes
  }

  #beginPiece(needed: number): void {
    this.#full.push(this.#piece.subarray(0, this.#length))
    this.#fullLength += this.#length
    this.#piece = Buffer.allocUnsafeSlow(Math.max(needed, Math.min(2 * this.#piece.length, pieceBytesMax)))
    this.#length = 0
  }
}
