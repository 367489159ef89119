/** The operations a search uses on a text. Each character is read a bounded number of times. */
export type Chars = Pick<string, 'length' | 'charCodeAt' | 'slice' | 'indexOf'>

/** A part of a text that must be removed. */
export interface TextRange {
  start: number
  /** Exclusive. */
  end: number
  rule: string
  /** Replacement text; `[Filtered]` by default. */
  replacement?: string
}

/** Replaces all removed text. */
export const filteredMark = '[Filtered]'

/** Replaces all ranges of a text; overlapping ranges are merged. */
export function replaceRanges(text: string, ranges: readonly TextRange[]): string {
  let result = ''
  let end = 0
  for (const range of ranges.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    if (range.start >= end) result += text.slice(end, range.start) + (range.replacement ?? filteredMark)
    end = Math.max(end, range.end)
  }
  return result + text.slice(end)
}

const codeOf = (char: string) => char.charCodeAt(0)
const [zero, nine] = [codeOf('0'), codeOf('9')]
const [upperA, upperZ] = [codeOf('A'), codeOf('Z')]
const [lowerA, lowerZ] = [codeOf('a'), codeOf('z')]
const underscore = codeOf('_')

/** NaN, read beyond the ends of a text, is not a digit. */
export function isDigit(code: number): boolean {
  return code >= zero && code <= nine
}

/** ASCII letters, digits and `_`. */
export function isWordChar(code: number): boolean {
  return (
    isDigit(code) || (code >= lowerA && code <= lowerZ) || (code >= upperA && code <= upperZ) || code === underscore
  )
}

/** Creates a test for a set of ASCII characters. Create it once, not per text. */
export function oneOf(chars: string): (code: number) => boolean {
  const isIn = new Uint8Array(0x80)
  for (const char of chars) isIn[codeOf(char)] = 1
  return (code) => isIn[code] === 1
}

/** @returns the first position from `start` and before `max` with a stop character; otherwise the end. */
export function seek(text: Chars, start: number, isStop: (code: number) => boolean, max = text.length): number {
  const end = Math.min(max, text.length)
  let at = start
  while (at < end && !isStop(text.charCodeAt(at))) at++
  return at
}
