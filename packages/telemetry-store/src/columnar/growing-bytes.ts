const startBytes = 256
/** Larger pieces only hold a value that needs one. */
const pieceBytesMax = 1_048_576
/** Maximum UTF-8 bytes of a UTF-16 code unit. */
const bytesPerUnitMax = 3
/** Up to this length, a loop writes ASCII faster than a call that leaves JavaScript. */
const shortTextMax = 48
const asciiMax = 0x7f
const varintMax = 0x80
const wordValues = 0x1_0000_0000

/**
 * Bytes in ClickHouse's binary encoding, appended one value at a time: numbers are little-endian, texts UTF-8. They are
 * collected in pieces, because growing one buffer would copy what it holds.
 */
export class GrowingBytes {
  readonly #full: Uint8Array[] = []
  #piece = Buffer.allocUnsafeSlow(startBytes)
  #view = new DataView(this.#piece.buffer)
  #length = 0

  /** Views of what was written, in order; valid until the next write. */
  get pieces(): readonly Uint8Array[] {
    return [...this.#full, this.#piece.subarray(0, this.#length)]
  }

  byte(value: number): void {
    const at = this.#take(1)
    this.#piece[at] = value
  }

  uint16(value: number): void {
    const at = this.#take(2)
    this.#view.setUint16(at, value, true)
  }

  uint32(value: number): void {
    const at = this.#take(4)
    this.#view.setUint32(at, value, true)
  }

  /** @param value A safe integer that is not negative. */
  uint64(value: number): void {
    const at = this.#take(8)
    this.#view.setUint32(at, value % wordValues, true)
    this.#view.setUint32(at + 4, value / wordValues, true)
  }

  float64(value: number): void {
    const at = this.#take(8)
    this.#view.setFloat64(at, value, true)
  }

  /** @param value A safe integer that is not negative. */
  varint(value: number): void {
    const at = this.#take(varintBytes(value))
    writeVarint(this.#piece, at, value)
  }

  /** Writes ASCII without its length. */
  ascii(text: string): void {
    const at = this.#take(text.length)
    for (let index = 0; index < text.length; index += 1) this.#piece[at + index] = text.charCodeAt(index)
  }

  /** Writes a text and its length. Lone surrogates become U+FFFD. */
  text(text: string): void {
    if (text.length > shortTextMax || !this.#shortAscii(text)) this.#anyText(text)
  }

  bytes(bytes: Uint8Array): void {
    const at = this.#take(bytes.length)
    this.#piece.set(bytes, at)
  }

  /** @returns false, having written nothing, if the text is not ASCII. */
  #shortAscii(text: string): boolean {
    const at = this.#take(1 + text.length)
    const piece = this.#piece
    piece[at] = text.length
    for (let index = 0; index < text.length; index += 1) {
      const unit = text.charCodeAt(index)
      if (unit > asciiMax) {
        this.#length = at
        return false
      }
      piece[at + 1 + index] = unit
    }
    return true
  }

  /** Most texts have as many bytes as units, so the length is expected to need as many bytes as the number of units. */
  #anyText(text: string): void {
    const bytesMax = text.length * bytesPerUnitMax
    const at = this.#take(varintBytes(bytesMax) + bytesMax)
    const expected = at + varintBytes(text.length)
    const bytes = this.#piece.write(text, expected)
    const start = at + varintBytes(bytes)
    if (start !== expected) this.#piece.copyWithin(start, expected, expected + bytes)
    writeVarint(this.#piece, at, bytes)
    this.#length = start + bytes
  }

  /** Makes room for that many bytes, possibly in a new piece. @returns where to write them. */
  #take(bytes: number): number {
    if (this.#length + bytes > this.#piece.length) this.#beginPiece(bytes)
    const at = this.#length
    this.#length += bytes
    return at
  }

  #beginPiece(bytes: number): void {
    if (this.#length > 0) this.#full.push(this.#piece.subarray(0, this.#length))
    this.#piece = Buffer.allocUnsafeSlow(Math.max(bytes, Math.min(2 * this.#piece.length, pieceBytesMax)))
    this.#view = new DataView(this.#piece.buffer)
    this.#length = 0
  }
}

function varintBytes(value: number): number {
  let bytes = 1
  for (let rest = value; rest >= varintMax; rest = Math.floor(rest / varintMax)) bytes += 1
  return bytes
}

function writeVarint(target: Uint8Array, at: number, value: number): void {
  let [to, rest] = [at, value]
  for (; rest >= varintMax; rest = Math.floor(rest / varintMax)) {
    target[to] = (rest % varintMax) | varintMax
    to += 1
  }
  target[to] = rest
}

/** Concatenates pieces in an ArrayBuffer that holds nothing else. */
export function concatenate(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}
