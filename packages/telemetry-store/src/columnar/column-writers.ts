import type { ColumnWriter } from './column-writer.js'
import { Dictionary, dictionaryVersion } from './dictionary.js'
import { GrowingBytes } from './growing-bytes.js'
import { MapWriter } from './map-writer.js'

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
    return [...this.#bytes.pieces]
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
    return [...this.#nulls.pieces, ...this.#values.finish()]
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
    return [...this.#ends.pieces, ...this.#numbers.pieces]
  }
}

/** Texts as indexes into a dictionary of the distinct ones. */
class DictionaryWriter implements ColumnWriter {
  readonly type = 'LowCardinality(String)'
  readonly prepare = asIs
  readonly #dictionary = new Dictionary()
  readonly #rows: number[] = []
  #last: string | undefined
  #lastIndex = 0

  add(value: unknown): void {
    const text = String(value)
    if (text !== this.#last) {
      this.#lastIndex = this.#dictionary.indexOf(text) ?? this.#dictionary.indexOf(text.toWellFormed()) ?? 0
      this.#last = text
    }
    this.#rows.push(this.#lastIndex)
  }

  finish(): Uint8Array[] {
    const version = new GrowingBytes()
    version.uint64(dictionaryVersion)
    return [...version.pieces, ...this.#dictionary.finish(this.#rows)]
  }
}
