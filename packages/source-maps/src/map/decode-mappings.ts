import { limits } from '@signalbox/contracts'
import type { SegmentList } from './segment-list.js'
import { MalformedSourceMapError, none } from './source-map.js'
import { VlqCursor } from './vlq-cursor.js'

const comma = 44
const semicolon = 59
const positionMax = 0x7fff_ffff

/** Where a map's lines and indexes start within the combined map, and how many it has. */
export interface MappingsOrigin {
  line: number
  /** Column offset of the first line. */
  column: number
  sourceBase: number
  sourceCount: number
  nameBase: number
  nameCount: number
}

/**
 * Decodes a map's `mappings` field (ECMA-426) into a list. Nothing is allocated for empty lines, so a text of a hundred
 * million semicolons costs no memory.
 * @throws MalformedSourceMapError if the text is not valid mappings or exceeds the segment limit.
 */
export function decodeMappings(mappings: string, list: SegmentList, origin: MappingsOrigin): void {
  const cursor = new VlqCursor(mappings)
  const original = new OriginalReader(cursor, origin)
  let { line } = origin
  let column = origin.column
  while (!cursor.isAtEnd()) {
    const code = cursor.peek()
    if (code === semicolon) {
      line += 1
      column = 0
      cursor.skip()
    } else if (code === comma) {
      cursor.skip()
    } else {
      column += cursor.readNumber()
      original.read()
      requirePosition(column)
      if (list.count >= limits.artifacts.segmentsMax) {
        throw new MalformedSourceMapError(`the mappings have more than ${limits.artifacts.segmentsMax} segments`)
      }
      list.push(line, column, original)
    }
  }
}

/** Reads a segment's fields after the first one; they are relative to the previous segment. */
class OriginalReader {
  readonly #cursor: VlqCursor
  readonly #origin: MappingsOrigin
  readonly #sums = { source: 0, line: 0, column: 0, name: 0 }
  source = none
  line = 0
  column = 0
  name = none

  constructor(cursor: VlqCursor, origin: MappingsOrigin) {
    this.#cursor = cursor
    this.#origin = origin
  }

  /** A segment has one, four or five fields. */
  read(): void {
    this.source = none
    this.name = none
    if (this.#isAtSegmentEnd()) return
    this.#readPosition()
    if (this.#isAtSegmentEnd()) return
    this.#sums.name = requireIndex(this.#sums.name + this.#cursor.readNumber(), this.#origin.nameCount, 'name')
    this.name = this.#origin.nameBase + this.#sums.name
    if (!this.#isAtSegmentEnd()) throw new MalformedSourceMapError('a segment of the mappings has too many fields')
  }

  #readPosition(): void {
    const sums = this.#sums
    sums.source = requireIndex(sums.source + this.#cursor.readNumber(), this.#origin.sourceCount, 'source')
    sums.line = requirePosition(sums.line + this.#cursor.readNumber())
    sums.column = requirePosition(sums.column + this.#cursor.readNumber())
    this.source = this.#origin.sourceBase + sums.source
    this.line = sums.line
    this.column = sums.column
  }

  #isAtSegmentEnd(): boolean {
    if (this.#cursor.isAtEnd()) return true
    const code = this.#cursor.peek()
    return code === comma || code === semicolon
  }
}

function requireIndex(index: number, count: number, what: string): number {
  if (index >= 0 && index < count) return index
  throw new MalformedSourceMapError(`the mappings refer to ${what} ${index}, but the map has only ${count}`)
}

function requirePosition(position: number): number {
  if (position >= 0 && position <= positionMax) return position
  throw new MalformedSourceMapError('the mappings contain an impossible position')
}
