const startBytes = 4_096
const pieceBytesMax = 1_048_576
/** Maximum UTF-8 bytes of a UTF-16 code unit. */
const bytesPerUnitMax = 3

/**
 * Collects lines of text as UTF-8. Lines are encoded immediately: strings that live until the end of a batch would be
 * copied by every garbage collection in between.
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

  /** @returns a copy in its own ArrayBuffer, which holds nothing else. */
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
