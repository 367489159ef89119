import { SegmentFinder } from '../map/segment-finder.js'
import { none } from '../map/source-map.js'
import { anonymousScope } from '../scopes/name-segments.js'
import { Contents, type Place, type SourceLines } from './contents.js'
import { headerFields, layoutVersion, magic, placeFields, segmentColumns, type Header } from './layout.js'

/** A file that is not an index, or was cut off. */
export class BrokenIndexError extends Error {
  override readonly name = 'BrokenIndexError'
}

/** Where a position of the minified code comes from. Lines and columns count from 0. */
export interface OriginalPosition {
  /** Number of the source in the map. */
  source: number
  /** As in the map, with `sourceRoot`. */
  sourceName: string
  line: number
  column: number
  /** Name that the map has for the very place. */
  name: string | undefined
  /** Original name of the function around it: null in one that nothing names, undefined outside of all functions. */
  functionName: string | null | undefined
}

/** Reads the file that `convertMap` writes. Looking things up takes microseconds and allocates only the answer. */
export class FlatIndex {
  /** Memory that it holds, in bytes. */
  readonly bytes: number
  readonly #header: Header
  readonly #columns: readonly Uint32Array[]
  readonly #finder: SegmentFinder
  readonly #stringEnds: Uint32Array
  readonly #strings: Buffer
  readonly #contents: Contents

  /** @throws BrokenIndexError. */
  constructor(file: Buffer) {
    const header = readHeader(file)
    const reader = new PartReader(file, headerFields.length * 4)
    this.bytes = file.length
    this.#header = header
    this.#columns = Array.from({ length: segmentColumns }, () => reader.numbers(header.segments))
    this.#finder = new SegmentFinder({ generatedLine: this.#column(0), generatedColumn: this.#column(1) })
    this.#stringEnds = reader.numbers(header.sources + header.names + header.scopes)
    const places = reader.numbers((header.sources + 1) * placeFields)
    const lineEnds = reader.numbers(header.lines)
    this.#strings = reader.bytes(header.stringBytes)
    this.#contents = new Contents({ places, lineEnds, bytes: reader.bytes(header.contentBytes) })
  }

  /**
   * @param line From 0. @param column From 0.
   * @returns undefined when the map has nothing on the line at or before the column, or names no source there.
   */
  find(line: number, column: number): OriginalPosition | undefined {
    const found = this.#finder.find(line, column)
    if (found === undefined) return undefined
    const source = this.#value(2, found)
    if (source === none) return undefined
    const name = this.#value(5, found)
    return {
      source,
      sourceName: this.#string(source),
      line: this.#value(3, found),
      column: this.#value(4, found),
      name: name === none ? undefined : this.#string(this.#header.sources + name),
      functionName: this.#functionName(this.#value(6, found)),
    }
  }

  /**
   * @param place Line and column from 0: of long lines what is around the column is given.
   * @returns undefined when the map does not hold the source, or the source has no such line.
   */
  sourceLines(source: number, place: Place): SourceLines | undefined {
    return source < this.#header.sources ? this.#contents.linesAt(source, place) : undefined
  }

  /**
   * Lines of the minified code, as `sourceLines`; undefined when it was not uploaded, or has no such line.
   * @param around Lines before and after the one; as many as of sources when left out.
   */
  codeLines(place: Place, around?: number): SourceLines | undefined {
    return this.#contents.linesAt(this.#header.sources, place, around)
  }

  /** Names of sources that the map does not hold, those without a name aside. */
  missingSources(): string[] {
    const numbers = Array.from({ length: this.#header.sources }, (_, source) => source)
    return numbers
      .filter((source) => !this.#contents.has(source))
      .map((source) => this.#string(source))
      .filter(Boolean)
  }

  #functionName(scope: number): string | null | undefined {
    if (scope === none) return undefined
    return scope === anonymousScope ? null : this.#string(this.#header.sources + this.#header.names + scope)
  }

  #string(index: number): string {
    const start = index === 0 ? 0 : (this.#stringEnds[index - 1] ?? 0)
    return this.#strings.toString('utf8', start, this.#stringEnds[index] ?? start)
  }

  #column(column: number): Uint32Array {
    return this.#columns[column] ?? new Uint32Array()
  }

  #value(column: number, index: number): number {
    return this.#columns[column]?.[index] ?? none
  }
}

function readHeader(file: Buffer): Header {
  if (file.length < headerFields.length * 4) throw new BrokenIndexError('the index is too short')
  const values = Object.fromEntries(headerFields.map((field, index) => [field, file.readUInt32LE(index * 4)]))
  const header: Header = { ...emptyHeader, ...values }
  if (header.magic !== magic || header.version !== layoutVersion)
    throw new BrokenIndexError('not an index of this version')
  if (file.length !== sizeOf(header)) throw new BrokenIndexError('the index is truncated')
  return header
}

const emptyHeader: Header = {
  magic: 0,
  version: 0,
  segments: 0,
  sources: 0,
  names: 0,
  scopes: 0,
  lines: 0,
  stringBytes: 0,
  contentBytes: 0,
}

function sizeOf({ segments, sources, names, scopes, lines, stringBytes, contentBytes }: Header): number {
  const numbers =
    headerFields.length + segments * segmentColumns + sources + names + scopes + (sources + 1) * placeFields + lines
  return numbers * 4 + stringBytes + contentBytes
}

/** Hands out the parts of the file one after the other, without copying where they are aligned. */
class PartReader {
  readonly #file: Buffer
  #at: number

  constructor(file: Buffer, at: number) {
    // Typed arrays of numbers must begin at a multiple of four; small files may be slices of a pool.
    this.#file = file.byteOffset % 4 === 0 ? file : Buffer.from(Uint8Array.from(file).buffer)
    this.#at = at
  }

  numbers(count: number): Uint32Array {
    const { buffer, byteOffset } = this.#file
    const part = new Uint32Array(buffer, byteOffset + this.#at, count)
    this.#at += count * 4
    return part
  }

  bytes(length: number): Buffer {
    const part = this.#file.subarray(this.#at, this.#at + length)
    this.#at += length
    return part
  }
}
