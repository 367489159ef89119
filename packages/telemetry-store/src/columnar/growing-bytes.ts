const startBytes = 256
/** Maximum UTF-8 bytes of a UTF-16 code unit. */
const bytesPerUnitMax = 3
const varintMax = 0x80
const wordValues = 0x1_0000_0000

/** Bytes in ClickHouse's binary encoding, appended one value at a time: numbers are little-endian, texts UTF-8. */
export class GrowingBytes {
  #bytes = Buffer.allocUnsafeSlow(startBytes)
  #view = new DataView(this.#bytes.buffer)
  #length = 0

  /** A view of what was written, at the start of its ArrayBuffer; valid until the next write. */
  get written(): Uint8Array<ArrayBuffer> {
    return this.#bytes.subarray(0, this.#length)
  }

  byte(value: number): void {
    const at = this.#take(1)
    this.#view.setUint8(at, value)
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
    let rest = value
    for (; rest >= varintMax; rest = Math.floor(rest / varintMax)) this.byte((rest % varintMax) | varintMax)
    this.byte(rest)
  }

  /** Writes ASCII without its length. */
  ascii(text: string): void {
    const at = this.#take(text.length)
    for (let index = 0; index < text.length; index += 1) this.#bytes[at + index] = text.charCodeAt(index)
  }

  /** Writes a text and its length. Lone surrogates become U+FFFD. */
  text(text: string): void {
    if (text === '') {
      this.byte(0)
      return
    }
    const bytesMax = text.length * bytesPerUnitMax
    if (bytesMax >= varintMax) this.varint(Buffer.byteLength(text))
    else this.byte(0)
    const at = this.#take(bytesMax)
    const bytes = this.#bytes.write(text, at)
    this.#length = at + bytes
    if (bytesMax < varintMax) this.#bytes[at - 1] = bytes
  }

  bytes(bytes: Uint8Array): void {
    const at = this.#take(bytes.length)
    this.#bytes.set(bytes, at)
  }

  /** Makes room for that many bytes, which may replace the buffer. @returns where to write them. */
  #take(bytes: number): number {
    const at = this.#length
    this.#length += bytes
    if (this.#length > this.#bytes.length) this.#grow(at)
    return at
  }

  #grow(used: number): void {
    const grown = Buffer.allocUnsafeSlow(Math.max(this.#length, 2 * this.#bytes.length))
    grown.set(this.#bytes.subarray(0, used))
    this.#bytes = grown
    this.#view = new DataView(grown.buffer)
  }
}
