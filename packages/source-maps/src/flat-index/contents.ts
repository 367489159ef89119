import { none } from '../map/source-map.js'
import { clipLine } from './clip-line.js'
import { placeFields } from './layout.js'
import type { PackedContents } from './pack-contents.js'

/** A position in a text; zero-based. */
export interface Place {
  line: number
  column: number
}

/** A line of a text with the lines around it; long lines are clipped. */
export interface SourceLines {
  before: string[]
  line: string
  after: string[]
}

/** Number of lines to show before and after the line. */
const linesAround = 5
/** Lines that together are at most this long are decoded in one go; longer ones are clipped individually. */
const blockBytesMax = 4_096
const carriageReturn = 13

/** Reads lines of texts packed by `packContents`. */
export class Contents {
  readonly #packed: PackedContents

  constructor(packed: PackedContents) {
    this.#packed = packed
  }

  has(content: number): boolean {
    return this.#textAt(content) !== undefined
  }

  /**
   * @param around Number of lines before and after the line.
   * @returns undefined if the text is absent or has no such line.
   */
  linesAt(content: number, { line, column }: Place, around = linesAround): SourceLines | undefined {
    const text = this.#textAt(content)
    if (text === undefined || line >= text.lines) return undefined
    const from = Math.max(line - around, 0)
    const to = Math.min(line + around + 1, text.lines)
    const read = this.#readerOf(text, this.#startOf(text, from), this.#endOf(text, to - 1))
    const lines = Array.from({ length: to - from }, (_, index) => {
      const at = from + index
      return this.#clipped(text, { line: at, column: at === line ? column : 0 }, read)
    })
    return { before: lines.slice(0, line - from), line: lines[line - from] ?? '', after: lines.slice(line - from + 1) }
  }

  #textAt(content: number): PackedText | undefined {
    const [firstLine = none, lines = 0, width = 1, start = 0] = this.#packed.places.subarray(content * placeFields)
    return firstLine === none ? undefined : { firstLine, lines, width: width === 1 ? 1 : 2, start }
  }

  /** Maps byte positions to characters: short lines are decoded in one go, long ones only where shown. */
  #readerOf({ width }: PackedText, start: number, end: number): ReadBytes {
    const { bytes } = this.#packed
    const decode = (from: number, to: number) => decodeText(bytes.subarray(from, to), width)
    if (end - start > blockBytesMax) return decode
    const block = decode(start, end)
    return (from, to) => block.slice((from - start) / width, (to - start) / width)
  }

  #clipped(text: PackedText, { line, column }: Place, read: ReadBytes): string {
    const { bytes } = this.#packed
    const { width } = text
    const start = this.#startOf(text, line)
    const end = this.#endOf(text, line)
    const isCarriageReturn =
      end > start && bytes[end - width] === carriageReturn && (width === 1 || bytes[end - 1] === 0)
    const length = (end - start) / width - (isCarriageReturn ? 1 : 0)
    return clipLine(length, column, (from, to) => read(start + from * width, start + to * width))
  }

  #startOf(text: PackedText, line: number): number {
    return line === 0 ? text.start : this.#endOf(text, line - 1) + text.width
  }

  #endOf({ firstLine, start }: PackedText, line: number): number {
    return this.#packed.lineEnds[firstLine + line] ?? start
  }
}

type ReadBytes = (from: number, to: number) => string

/** Location of a text, as stored in `places`. */
interface PackedText {
  firstLine: number
  lines: number
  /** Bytes per UTF-16 unit. */
  width: 1 | 2
  start: number
}

/** Buffer for narrowing text to one byte per character, part by part. */
const scratch = Buffer.alloc(4_096)

/**
 * Decodes packed text. Even in a text with characters beyond Latin-1, most parts have none. These become strings with
 * one byte per character, and so does everything derived from them, such as JSON.
 * @param width Bytes per UTF-16 unit.
 */
function decodeText(bytes: Buffer, width: 1 | 2): string {
  if (width === 1) return bytes.toString('latin1')
  const length = bytes.length / 2
  if (length > scratch.length) return bytes.toString('utf16le')
  for (let at = 0; at < length; at += 1) {
    if (bytes[2 * at + 1] !== 0) return bytes.toString('utf16le')
    scratch[at] = bytes[2 * at] ?? 0
  }
  return scratch.toString('latin1', 0, length)
}
