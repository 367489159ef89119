import { SegmentFinder } from '../map/segment-finder.js'
import { none } from '../map/source-map.js'
import { anonymousScope } from '../scopes/name-segments.js'
import { Contents, type Place, type SourceLines } from './contents.js'
import { headerFields, layoutVersion, magic, placeFields, segmentColumns, type Header } from './layout.js'

/** The file is not an index or is truncated. */
export class BrokenIndexError extends Error {
  override readonly name = 'BrokenIndexError'
}

/** Original position of a position in minified code. Lines and columns are zero-based. */
export interface OriginalPosition {
  /** Index of the source in the map. */
  source: number
  /** As in the map, including `sourceRoot`. */
  sourceName: string
  line: number
  column: number
  /** The map's name for this exact position. */
  name: string | undefined
  /** Original name of the enclosing function: null if it is anonymous, undefined outside of functions. */
  functionName: string | null | undefined
}

/** Reads the file that `convertMap` writes. Lookups take microseconds and allocate only their result. */
export class FlatIndex {
  /** Memory usage in bytes. */
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
   * @param line Zero-based. @param column Zero-based.
   * @returns undefined if the map has no segment on the line at or before the column, or one without a source.
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
   * @param place Zero-based line and column; long lines are clipped around the column.
   * @returns undefined if the map does not contain the source, or the source has no such line.
   */
  sourceLines(source: number, place: Place): SourceLines | undefined {
    return source < this.#header.sources ? this.#contents.linesAt(source, place) : undefined
  }

  /**
   * Like `sourceLines`, for the minified code; undefined if it was not uploaded or has no such line.
   * @param around Number of lines before and after the line. Default: as for sources.
   */
  codeLines(place: Place, around?: number): SourceLines | undefined {
    return this.#contents.linesAt(this.#header.sources, place, around)
  }

  /** Returns the named sources whose text the map does not contain. */
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

/** Reads the parts of the file in sequence, without copying aligned ones. */
class PartReader {
  readonly #file: Buffer
  #at: number

  constructor(file: Buffer, at: number) {
    // Number arrays must start at a multiple of four; small files may be slices of the buffer pool.
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
