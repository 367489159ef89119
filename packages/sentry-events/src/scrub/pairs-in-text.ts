import type { NameJudge } from './field-names.js'
import { type Chars, filteredMark, isWordChar, oneOf, seek, type TextRange } from './text-range.js'

/*
 * Texts often contain serialized structures, complete or truncated: forms, URL queries, JSON, printed objects. They are
 * not parsed but searched for a name followed by `=`, or by `:` if it is quoted. This finds the names in all of these
 * formats, even broken ones; all other characters stay unchanged.
 */

const nameLengthMax = 200
const equals = 0x3d
const backslash = 0x5c
const isQuote = oneOf('"\'')
const isSpace = oneOf(' \t\r\n')
const isSeparator = oneOf('=:')
const isNamePunctuation = oneOf('-.[]%$~+')
const endsValueOfForm = oneOf('&;#')
const endsValueInText = oneOf('&;# \t\r\n"\'<>,)}')

/** Every pair has one of these between name and value. */
export const mayHoldPair = /[=:]/

/** Finds the values of sensitive names in a text. */
export function findPairs(text: Chars, judge: NameJudge): TextRange[] {
  const found: TextRange[] = []
  const endsFormValue = isForm(text) ? endsValueOfForm : endsValueInText
  let at = seek(text, 0, isSeparator)
  while (at < text.length) {
    const range =
      text.charCodeAt(at) === equals ? findFormValue(text, at, { judge, endsFormValue }) : findPairAt(text, at, judge)
    if (range !== undefined && text.slice(range.start, range.end) !== (range.replacement ?? filteredMark)) {
      found.push(range)
    }
    at = seek(text, Math.max(at + 1, range?.end ?? 0), isSeparator)
  }
  return found
}

/** A text that begins with a name and `=` is treated as a form: its values may contain spaces. */
function isForm(text: Chars): boolean {
  const end = seek(text, 0, (code) => !isNameChar(code), nameLengthMax)
  return end > 0 && text.charCodeAt(end) === equals
}

/** Characters of form names, including percent-encoded ones. */
export function isNameChar(code: number): boolean {
  return isWordChar(code) || isNamePunctuation(code) || code > 0x7f
}

/** Moves back from a position while the characters belong to a name. */
export function seekBack(text: Chars, end: number, isPart: (code: number) => boolean): number {
  const min = Math.max(0, end - nameLengthMax)
  let start = end
  while (start > min && isPart(text.charCodeAt(start - 1))) start--
  return start
}

interface FormRules {
  judge: NameJudge
  endsFormValue: (code: number) => boolean
}

function findFormValue(text: Chars, equalsAt: number, { judge, endsFormValue }: FormRules): TextRange | undefined {
  const verdict = judge(text.slice(seekBack(text, equalsAt, isNameChar), equalsAt))
  if (typeof verdict !== 'object') return undefined
  const start = equalsAt + 1
  const end = seek(text, start, endsFormValue)
  return end === start ? undefined : { start, end, rule: verdict.rule }
}

/** A quote and the backslashes before it if the text is nested in another text. */
interface Quote {
  code: number
  backslashes: number
}

/** Finds the value after a colon whose name is quoted. */
export function findPairAt(text: Chars, colonAt: number, judge: NameJudge): TextRange | undefined {
  const quoteAt = seekBack(text, colonAt, isSpace) - 1
  const code = text.charCodeAt(quoteAt)
  if (quoteAt < 1 || !isQuote(code)) return undefined
  const nameEnd = seekBack(text, quoteAt, (one) => one === backslash)
  const quote = { code, backslashes: quoteAt - nameEnd }
  const verdict = judge(
    text.slice(
      seekBack(text, nameEnd, (one) => one !== code),
      nameEnd,
    ),
  )
  if (typeof verdict !== 'object') return undefined
  const start = seek(text, colonAt + 1, (one) => !isSpace(one))
  const end = endOfValue(text, start)
  if (isNothing(text.slice(start, Math.min(end, start + nothingLengthMax)))) return undefined
  const mark = '\\'.repeat(quote.backslashes) + String.fromCharCode(code)
  return { start, end, rule: verdict.rule, replacement: `${mark}${filteredMark}${mark}` }
}

const nothingLengthMax = 16
const nothing = /^(?:|null|None|undefined|nil|\\*""?|\\*''?|(\\*)"\1"|(\\*)'\2')$/

/** Absent values and empty texts are not secrets. */
function isNothing(value: string): boolean {
  return nothing.test(value)
}

const endsLiteral = oneOf(',;}]) \t\r\n')
const opens = oneOf('{[')
const closes = oneOf('}]')

/** The end of a quoted text, an object or list, or a number or word; if truncated, the end of the text. */
export function endOfValue(text: Chars, start: number): number {
  const quoteAt = seek(text, start, (code) => code !== backslash)
  const code = text.charCodeAt(quoteAt)
  if (isQuote(code)) return endOfQuoted(text, quoteAt, { code, backslashes: quoteAt - start })
  return opens(code) ? endOfNested(text, quoteAt) : seek(text, start, endsLiteral)
}

/**
 * In a text nested n levels deep, a quote has 2^n - 1 backslashes before it. One that belongs to the value has more,
 * and ends the value only if the extra ones are pairs of escaped backslashes.
 */
function endOfQuoted(text: Chars, openAt: number, { code, backslashes }: Quote): number {
  let before = 0
  for (let at = openAt + 1; at < text.length; at++) {
    const current = text.charCodeAt(at)
    if (current === code && before % (2 * (backslashes + 1)) === backslashes) return at + 1
    before = current === backslash ? before + 1 : 0
  }
  return text.length
}

function endOfNested(text: Chars, openAt: number): number {
  let depth = 0
  for (let at = openAt; at < text.length;) {
    const code = text.charCodeAt(at)
    if (code === backslash || isQuote(code)) {
      at = Math.max(endOfEscaped(text, at), at + 1)
      continue
    }
    if (opens(code)) depth++
    if (closes(code)) depth--
    at++
    if (depth === 0) return at
  }
  return text.length
}

/** Skips a quoted text within an object so that its brackets do not count. */
function endOfEscaped(text: Chars, at: number): number {
  const quoteAt = seek(text, at, (code) => code !== backslash)
  const code = text.charCodeAt(quoteAt)
  return isQuote(code) ? endOfQuoted(text, quoteAt, { code, backslashes: quoteAt - at }) : quoteAt
}
