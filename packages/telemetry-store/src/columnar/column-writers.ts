import { GrowingBytes } from './growing-bytes.js'

/** Collects the values of one column. They must have passed the column's check. */
export interface ColumnWriter {
  /** ClickHouse type of the encoded column, which the store converts to the column's own. */
  readonly type: string
  /** Does the part of the encoding that rows with the same value can share. @returns what `add` accepts for the value. */
  prepare(value: unknown): unknown
  add(prepared: unknown): void
  /** @returns the column in ClickHouse's Native format, in pieces. */
  finish(): Uint8Array[]
}

/** @throws Error for a type that no table has. */
export function writerOfType(type: string): ColumnWriter {
  if (type === 'LowCardinality(String)') return new DictionaryWriter()
  if (type.startsWith('Map(')) return new MapWriter()
  if (type === 'Array(Float64)') return new NumbersWriter()
  const nullable = /^Nullable\((.*)\)$/.exec(type)?.[1]
  if (nullable !== undefined) return new NullableWriter(nullable)
  return new PlainWriter(type)
}

type Write = (bytes: GrowingBytes, value: unknown) => void

const writeInteger64: Write = (bytes, value) => {
  bytes.uint64(Number(value))
}

/** By type, without its parameters. */
const writes: Readonly<Record<string, Write>> = {
  String: (bytes, value) => {
    bytes.text(String(value))
  },
  FixedString: (bytes, value) => {
    bytes.ascii(String(value))
  },
  Float64: (bytes, value) => {
    bytes.float64(Number(value))
  },
  UInt8: (bytes, value) => {
    bytes.byte(Number(value))
  },
  UInt16: (bytes, value) => {
    bytes.uint16(Number(value))
  },
  UInt32: (bytes, value) => {
    bytes.uint32(Number(value))
  },
  UInt64: writeInteger64,
  DateTime64: writeInteger64,
}

function writeOfType(type: string): Write {
  const write = writes[type.replace(/\(.*/, '')]
  if (write === undefined) throw new Error(`No encoding for columns of type ${type}`)
  return write
}

const asIs = (value: unknown) => value

class PlainWriter implements ColumnWriter {
  readonly prepare = asIs
  readonly #bytes = new GrowingBytes()
  readonly #write: Write

  constructor(readonly type: string) {
    this.#write = writeOfType(type)
  }

  add(value: unknown): void {
    this.#write(this.#bytes, value)
  }

  finish(): Uint8Array[] {
    return [this.#bytes.written]
  }
}

class NullableWriter implements ColumnWriter {
  readonly type: string
  readonly prepare = asIs
  readonly #nulls = new GrowingBytes()
  readonly #values: PlainWriter

  constructor(inner: string) {
    this.type = `Nullable(${inner})`
    this.#values = new PlainWriter(inner)
  }

  add(value: unknown): void {
    this.#nulls.byte(value === null ? 1 : 0)
    this.#values.add(value ?? 0)
  }

  finish(): Uint8Array[] {
    return [this.#nulls.written, ...this.#values.finish()]
  }
}

class NumbersWriter implements ColumnWriter {
  readonly type = 'Array(Float64)'
  readonly prepare = asIs
  readonly #ends = new GrowingBytes()
  readonly #numbers = new GrowingBytes()
  #end = 0

  add(values: unknown): void {
    if (Array.isArray(values) && values.length > 0) {
      for (const value of values) this.#numbers.float64(Number(value))
      this.#end += values.length
    }
    this.#ends.uint64(this.#end)
  }

  finish(): Uint8Array[] {
    return [this.#ends.written, this.#numbers.written]
  }
}

/** A map as bytes: all keys, then all values. */
class EncodedMap {
  constructor(
    readonly entries: number,
    readonly keys: Uint8Array,
    readonly values: Uint8Array,
  ) {}
}

class MapWriter implements ColumnWriter {
  readonly type = 'Map(String, String)'
  readonly #ends = new GrowingBytes()
  readonly #maps: EncodedMap[] = []
  #end = 0

  prepare(value: unknown): EncodedMap {
    const entries = typeof value === 'object' && value !== null ? Object.entries(value) : []
    const [keys, values] = [new GrowingBytes(), new GrowingBytes()]
    for (const [key, text] of entries) {
      keys.text(key)
      values.text(String(text))
    }
    return new EncodedMap(entries.length, Uint8Array.from(keys.written), Uint8Array.from(values.written))
  }

  add(prepared: unknown): void {
    const map = prepared instanceof EncodedMap ? prepared : this.prepare(prepared)
    this.#maps.push(map)
    this.#end += map.entries
    this.#ends.uint64(this.#end)
  }

  finish(): Uint8Array[] {
    return [this.#ends.written, ...this.#maps.map(({ keys }) => keys), ...this.#maps.map(({ values }) => values)]
  }
}

const dictionaryVersion = 1
/** Says that the block has its own dictionary. Bits below it: log2 of the bytes of an index. */
const ownDictionary = 0x200

/** Texts as indexes into a dictionary of the distinct ones. */
class DictionaryWriter implements ColumnWriter {
  readonly type = 'LowCardinality(String)'
  readonly prepare = asIs
  readonly #indexes = new Map<string, number>()
  readonly #texts = new GrowingBytes()
  readonly #rows = new GrowingBytes()
  #last: string | undefined
  #lastIndex = 0

  add(value: unknown): void {
    const text = String(value)
    if (text !== this.#last) {
      this.#lastIndex = this.#indexOf(text)
      this.#last = text
    }
    this.#rows.uint32(this.#lastIndex)
  }

  finish(): Uint8Array[] {
    const rows = this.#rows.written
    const indexes = new Uint32Array(rows.buffer, rows.byteOffset, rows.length / Uint32Array.BYTES_PER_ELEMENT)
    const { log2Bytes, narrow } = indexesFor(this.#indexes.size)
    const [head, count] = [new GrowingBytes(), new GrowingBytes()]
    for (const word of [dictionaryVersion, ownDictionary | log2Bytes, this.#indexes.size]) head.uint64(word)
    count.uint64(indexes.length)
    return [head.written, this.#texts.written, count.written, narrow(indexes)]
  }

  #indexOf(text: string): number {
    const known = this.#indexes.get(text)
    if (known !== undefined) return known
    const index = this.#indexes.size
    this.#indexes.set(text, index)
    this.#texts.text(text)
    return index
  }
}

/** Chooses the narrowest indexes into a dictionary. */
function indexesFor(size: number): { log2Bytes: number; narrow: (indexes: Uint32Array) => Uint8Array } {
  if (size <= 0x100) return { log2Bytes: 0, narrow: (indexes) => Uint8Array.from(indexes) }
  if (size <= 0x1_0000) return { log2Bytes: 1, narrow: (indexes) => bytesOf(Uint16Array.from(indexes)) }
  return { log2Bytes: 2, narrow: bytesOf }
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Uint16Array | Uint32Array) =>
  new Uint8Array(buffer, byteOffset, byteLength)
