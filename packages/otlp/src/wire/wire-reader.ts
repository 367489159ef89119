import { MalformedError, TooLargeError } from '../malformed-error.js'
import { TextMemory } from './text-memory.js'

/** Field encodings; groups (3 and 4) belong to proto2 and are malformed here. */
const wireTypes = { varint: 0, fixed64: 1, length: 2, fixed32: 5 } as const

const highFactor = 2 ** 32
const signFactor = 2 ** 31

/** Shared between requests: SDKs send the same texts again and again. */
const texts = new TextMemory()

/**
 * Maximum nested messages and texts of an item. Beyond it, the item is malformed: two bytes of an empty one take a
 * hundred in memory.
 */
const partsMax = 2_000_000
/**
 * The same for the structure around all items, in which every item counts as one. Beyond it, the request is too large.
 */
const framePartsMax = 1_000_000

/**
 * Reads the protobuf wire format. Never reads beyond a bound, and every step advances by at least one byte, so that
 * reading takes time linear in the bytes, whatever they contain.
 *
 * Messages are read in a loop: `while (reader.isBefore(end))`, `readTag`, then what the tag announces. A nested message
 * starts with `readEnd`, whose result is the bound of its own loop.
 */
export class WireReader {
  readonly #bytes: Buffer
  readonly #view: DataView
  #position = 0
  #parts = 0
  #partsMax = framePartsMax
  /** The upper 32 bits of the last 64-bit number read, unsigned. */
  high = 0
  /** The lower 32 bits. */
  low = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  get length(): number {
    return this.#bytes.length
  }

  get position(): number {
    return this.#position
  }

  /** Continues at the start of a message whose bounds are known to be valid. */
  moveTo(position: number): void {
    this.#position = position
  }

  /** Nested messages and texts read so far. */
  get parts(): number {
    return this.#parts
  }

  /**
   * Counts parts that were skipped because they are known.
   * @throws MalformedError, TooLargeError if there are too many.
   */
  addParts(count: number): void {
    this.#parts += count
    if (this.#parts > this.#partsMax) throw this.#createPartsError()
  }

  /** Undoes everything read since the position and number of parts were read. */
  returnTo(position: number, parts: number): void {
    this.#position = position
    this.#parts = parts
  }

  /** The bytes of a range, one character each. */
  readBytes(start: number, stop: number): string {
    return this.#bytes.toString('latin1', start, stop)
  }

  /**
   * Finds where a run of nested messages or texts with the same tag ends, without moving.
   * @param tag A tag of one byte.
   * @returns The reader's position if there is none. Fields that are malformed end the run.
   */
  findRunEnd(tag: number, end: number): number {
    const bytes = this.#bytes
    let runEnd = this.#position
    while (runEnd < end && bytes[runEnd] === tag) {
      const first = bytes[runEnd + 1] ?? 0
      const second = first < 0x80 ? 0 : (bytes[runEnd + 2] ?? 0)
      // Longer lengths are as rare as labels of 16 KB.
      if (second >= 0x80) break
      const next = first < 0x80 ? runEnd + 2 + first : runEnd + 3 + (first & 0x7f) + (second << 7)
      if (next > end) break
      runEnd = next
    }
    return runEnd
  }

  /** Continues at the start of an item, which has its own limits. */
  beginItem(position: number): void {
    this.#position = position
    this.#parts = 0
    this.#partsMax = partsMax
  }

  /**
   * True if the message continues.
   * @throws MalformedError if a field extends beyond its end.
   */
  isBefore(end: number): boolean {
    if (this.#position > end) throw new MalformedError('a field extends beyond the end of its message')
    return this.#position < end
  }

  /** Field number times 8 plus wire type. */
  readTag(): number {
    const tag = this.readVarint32()
    if (tag < 8) throw new MalformedError('a field has the number 0')
    return tag
  }

  /** Reads a varint as an unsigned 32-bit number; higher bits are truncated, as the format specifies. */
  readVarint32(): number {
    const bytes = this.#bytes
    const first = this.#nextByte()
    if (first < 0x80) return first
    let value = first & 0x7f
    for (let shift = 7; shift < 28; shift += 7) {
      const byte = bytes[this.#position++]
      if (byte === undefined) throw new MalformedError('a number is truncated')
      value |= (byte & 0x7f) << shift
      if (byte < 0x80) return value
    }
    const fifth = this.#nextByte()
    value = (value | ((fifth & 0x0f) << 28)) >>> 0
    if (fifth >= 0x80) this.#skipVarintRest(5)
    return value
  }

  /** Reads a varint of up to 64 bits into `high` and `low`. */
  readVarint64(): void {
    let low = 0
    let high = 0
    for (let index = 0; index < 10; index += 1) {
      const byte = this.#nextByte()
      const bits = byte & 0x7f
      if (index < 4) low |= bits << (index * 7)
      else if (index === 4) {
        low |= bits << 28
        high = bits >>> 4
      } else high |= bits << (index * 7 - 32)
      if (byte < 0x80) {
        this.low = low >>> 0
        this.high = high >>> 0
        return
      }
    }
    throw new MalformedError('a number has more than ten bytes')
  }

  readFixed64(): void {
    const start = this.#advance(8)
    this.low = this.#view.getUint32(start, true)
    this.high = this.#view.getUint32(start + 4, true)
  }

  readFixed32(): number {
    return this.#view.getUint32(this.#advance(4), true)
  }

  readDouble(): number {
    return this.#view.getFloat64(this.#advance(8), true)
  }

  /** The last 64-bit number read, unsigned; a double, so exact up to 2^53. */
  unsigned(): number {
    return this.high * highFactor + this.low
  }

  /** The last 64-bit number read, signed: a number if that is exact, otherwise its digits. */
  signed(): number | string {
    const value = (this.high | 0) * highFactor + this.low
    return Number.isSafeInteger(value) ? value : ((BigInt(this.high | 0) << 32n) | BigInt(this.low)).toString()
  }

  /** The double whose bits `readFixed64` last read. */
  double(): number {
    return this.#view.getFloat64(this.#position - 8, true)
  }

  /** Reads a sint32 varint. */
  readZigZag32(): number {
    const value = this.readVarint32()
    return value % 2 === 0 ? value / 2 : value === highFactor - 1 ? -signFactor : -(value + 1) / 2
  }

  /** Reads a sint64 varint as a double. */
  readZigZag64(): number {
    this.readVarint64()
    const half = this.unsigned()
    return this.low % 2 === 0 ? half / 2 : -((half - 1) / 2) - 1
  }

  /**
   * Returns the end of the nested message, text or bytes that start here.
   * @param end End of the enclosing message.
   * @throws MalformedError if it would be exceeded; TooLargeError if there are too many of them.
   */
  readEnd(end: number): number {
    this.addParts(1)
    const length = this.readVarint32()
    if (length > end - this.#position) throw new MalformedError('a field extends beyond its message')
    return this.#position + length
  }

  /** Invalid UTF-8 yields replacement characters. */
  readText(end: number): string {
    const stop = this.readEnd(end)
    const start = this.#position
    this.#position = stop
    return texts.read(this.#bytes, start, stop)
  }

  /** In lower-case hex digits. */
  readHex(end: number): string {
    const stop = this.readEnd(end)
    const text = this.#bytes.toString('hex', this.#position, stop)
    this.#position = stop
    return text
  }

  readBase64(end: number): string {
    const stop = this.readEnd(end)
    const text = this.#bytes.toString('base64', this.#position, stop)
    this.#position = stop
    return text
  }

  /**
   * @param tag As returned by `readTag`.
   * @throws MalformedError for groups and unknown wire types.
   */
  skip(tag: number, end: number): void {
    const wireType = tag & 7
    if (wireType === wireTypes.varint) this.#skipVarintRest(0)
    else if (wireType === wireTypes.fixed64) this.#advance(8)
    else if (wireType === wireTypes.length) this.#position = this.readEnd(end)
    else if (wireType === wireTypes.fixed32) this.#advance(4)
    else throw new MalformedError(`a field has the wire type ${wireType}`)
  }

  #createPartsError(): Error {
    if (this.#partsMax === partsMax) return new MalformedError('an item has too many parts')
    return new TooLargeError(`a request can have at most ${framePartsMax} parts`)
  }

  #nextByte(): number {
    const byte = this.#bytes[this.#position++]
    if (byte === undefined) throw new MalformedError('a number is truncated')
    return byte
  }

  #skipVarintRest(bytesRead: number): void {
    for (let index = bytesRead; index < 10; index += 1) if (this.#nextByte() < 0x80) return
    throw new MalformedError('a number has more than ten bytes')
  }

  #advance(bytes: number): number {
    const start = this.#position
    if (bytes > this.#bytes.length - start) throw new MalformedError('a number is truncated')
    this.#position = start + bytes
    return start
  }
}
