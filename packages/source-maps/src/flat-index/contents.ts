import { none } from '../map/source-map.js'
import { clipLine } from './clip-line.js'
import { placeFields } from './layout.js'
import type { PackedContents } from './pack-contents.js'

/** A position in a text; both count from 0. */
export interface Place {
  line: number
  column: number
}

/** Lines of a text around one of them; long ones are cut. */
export interface SourceLines {
  before: string[]
  line: string
  after: string[]
}

/** Lines shown before and after the one. */
const linesAround = 5
const carriageReturn = 13

/** Reads lines of the texts that `packContents` has packed. */
export class Contents {
  readonly #packed: PackedContents

  constructor(packed: PackedContents) {
    this.#packed = packed
  }

  /** @returns undefined when the text is absent or has no such line. */
  linesAt(content: number, { line, column }: Place): SourceLines | undefined {
    const text = this.#textAt(content)
    if (text === undefined || line >= text.lines) return undefined
    const read = (from: number, to: number): string[] =>
      Array.from({ length: to - from }, (_, index) => this.#clipped(text, from + index, 0))
    return {
      before: read(Math.max(line - linesAround, 0), line),
      line: this.#clipped(text, line, column),
      after: read(line + 1, Math.min(line + linesAround + 1, text.lines)),
    }
  }

  #textAt(content: number): PackedText | undefined {
    const [firstLine = none, lines = 0, width = 1, start = 0] = this.#packed.places.subarray(content * placeFields)
    return firstLine === none ? undefined : { firstLine, lines, width, start }
  }

  #clipped({ firstLine, width, start: textStart }: PackedText, line: number, column: number): string {
    const { lineEnds, bytes } = this.#packed
    const start = line === 0 ? textStart : (lineEnds[firstLine + line - 1] ?? 0) + width
    const end = lineEnds[firstLine + line] ?? start
    const encoding = width === 1 ? 'latin1' : 'utf16le'
    const isCarriageReturn =
      end > start && bytes[end - width] === carriageReturn && (width === 1 || bytes[end - 1] === 0)
    const length = (end - start) / width - (isCarriageReturn ? 1 : 0)
    return clipLine(length, column, (from, to) => bytes.toString(encoding, start + from * width, start + to * width))
  }
}

/** Where a text lies, as `places` say. */
interface PackedText {
  firstLine: number
  lines: number
  width: number
  start: number
}
