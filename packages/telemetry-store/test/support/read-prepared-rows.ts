import type { PreparedInsert } from '@signalbox/telemetry-store/rows'

/** Reads the rows of an insert as they are encoded: in ClickHouse's Native format, a block per day. */
export function readPreparedRows({ days }: PreparedInsert): Record<string, unknown>[] {
  return days.flatMap(({ bytes }) => new BlockReader(bytes).read())
}

type ReadColumn = (rows: number) => unknown[]

class BlockReader {
  readonly #bytes: Buffer
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  }

  read(): Record<string, unknown>[] {
    const [columns, rows] = [this.#varint(), this.#varint()]
    const read = Array.from({ length: columns }, () => [this.#text(), this.#readerOf(this.#text())(rows)] as const)
    if (this.#at !== this.#bytes.length) throw new Error(`The block ends at ${this.#at} of ${this.#bytes.length}`)
    return Array.from({ length: rows }, (_, row) =>
      Object.fromEntries(read.map(([name, values]) => [name, values[row]])),
    )
  }

  #readerOf(type: string): ReadColumn {
    const [, name = type, inner = ''] = /^(\w+)\((.*)\)$/.exec(type) ?? []
    const plain = this.#plain(name, inner)
    if (plain !== undefined) return (rows) => Array.from({ length: rows }, plain)
    if (name === 'Nullable') return (rows) => this.#nullable(rows, this.#readerOf(inner))
    if (name === 'LowCardinality') {
      return (rows) => {
        this.#uint64()
        return this.#dictionary(rows)
      }
    }
    if (name === 'Array') return (rows) => this.#lists(rows, this.#readerOf(inner))
    if (name === 'Map') return (rows) => this.#maps(rows)
    throw new Error(`No reader for columns of type ${type}`)
  }

  #plain(name: string, inner: string): (() => unknown) | undefined {
    const readers: Readonly<Record<string, () => unknown>> = {
      String: () => this.#text(),
      FixedString: () => this.#take(Number(inner)).toString('latin1'),
      Float64: () => this.#take(8).readDoubleLE(),
      UInt8: () => this.#take(1).readUInt8(),
      UInt16: () => this.#take(2).readUInt16LE(),
      UInt32: () => this.#take(4).readUInt32LE(),
      UInt64: () => this.#uint64(),
      DateTime64: () => this.#uint64(),
    }
    return readers[name]
  }

  #nullable(rows: number, read: ReadColumn): unknown[] {
    const nulls = [...this.#take(rows)]
    return read(rows).map((value, row) => (nulls[row] === 1 ? null : value))
  }

  #dictionary(rows: number): string[] {
    if (rows === 0) return []
    const width = 2 ** (this.#uint64() & 0xff)
    const texts = Array.from({ length: this.#uint64() }, () => this.#text())
    if (this.#uint64() !== rows) throw new Error('The number of indexes is not that of the rows')
    return Array.from({ length: rows }, () => texts[this.#take(width).readUIntLE(0, width)]!)
  }

  #lists(rows: number, read: ReadColumn): unknown[][] {
    const ends = this.#ends(rows)
    const values = read(ends.at(-1) ?? 0)
    return ends.map((end, row) => values.slice(ends[row - 1] ?? 0, end))
  }

  #maps(rows: number): Record<string, string>[] {
    this.#uint64()
    const ends = this.#ends(rows)
    const keys = this.#dictionary(ends.at(-1) ?? 0)
    const entries = keys.map((key) => [key, this.#text()] as const)
    return ends.map((end, row) => Object.fromEntries(entries.slice(ends[row - 1] ?? 0, end)))
  }

  #ends(rows: number): number[] {
    return Array.from({ length: rows }, () => this.#uint64())
  }

  #text(): string {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(this.#take(this.#varint()))
  }

  #varint(): number {
    for (let [value, scale] = [0, 1]; ; scale *= 128) {
      const byte = this.#take(1).readUInt8()
      value += (byte % 128) * scale
      if (byte < 128) return value
    }
  }

  #uint64(): number {
    return Number(this.#take(8).readBigUInt64LE())
  }

  #take(bytes: number): Buffer {
    const taken = this.#bytes.subarray(this.#at, this.#at + bytes)
    this.#at += bytes
    if (taken.length < bytes) throw new Error('The block is truncated')
    return taken
  }
}
