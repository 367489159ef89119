import { unstorable } from '@signalbox/contracts'

/** Limits of rules; a line that exceeds one is invalid. */
export const ruleLimits = { rulesMax: 200, lineLengthMax: 1_000, matchersMax: 10, patternLengthMax: 200, partsMax: 20 }

/** One rule as written, without the comment. */
export interface RuleLine {
  /** Starts at 1. */
  line: number
  text: string
  /** The text with quotes and quoted characters replaced by NUL, for searching outside quotes. */
  mask: string
}

/** One `matcher:pattern`. */
export interface WrittenMatcher {
  name: string
  pattern: string
  isNegated: boolean
}

/** A parsed value, or what is wrong with the text. */
export type Reading<T> = { ok: true; value: T } | { ok: false; detail: string }

const quoted = /"(?:[^"\\]|\\[^])*"/g
const unstorableText = new RegExp(unstorable.pattern, 'u')
const comment = /(?:^|\s)#/

/** Returns the lines with rules: without comments, empty lines and rules beyond the limit. */
export function readRuleLines(text: string): RuleLine[] {
  return text
    .split(/\r?\n/)
    .map((sent, index) => readRuleLine(sent.slice(0, ruleLimits.lineLengthMax + 1), index + 1))
    .filter(({ text: own }) => own !== '')
}

function readRuleLine(sent: string, line: number): RuleLine {
  const mask = maskQuotes(sent)
  const end = comment.exec(mask)?.index ?? sent.length
  const text = sent.slice(0, end).trim()
  return { line, text, mask: maskQuotes(text) }
}

function maskQuotes(text: string): string {
  return text.replace(quoted, (quote) => '\0'.repeat(quote.length))
}

/** Checks for faults common to all kinds of lines; undefined if there is none. */
export function findLineFault({ text, mask }: RuleLine, index: number): string | undefined {
  if (index >= ruleLimits.rulesMax) return `more than ${ruleLimits.rulesMax} rules`
  if (text.length > ruleLimits.lineLengthMax) return `longer than ${ruleLimits.lineLengthMax} characters`
  if (unstorableText.test(text)) return 'contains NUL or an unpaired surrogate'
  return mask.includes('"') ? 'unclosed quote' : undefined
}

/** Splits a text at white space outside quotes; quotes are kept. */
export function splitWords({ text, mask }: Pick<RuleLine, 'text' | 'mask'>): string[] {
  return [...mask.matchAll(/\S+/g)].map(({ 0: word, index }) => text.slice(index, index + word.length))
}

/** A text without its quotes. */
export function unquote(text: string): string {
  return text.replace(quoted, (quote) => quote.slice(1, -1).replace(/\\(["\\])/g, '$1'))
}

/** Parses `matcher:pattern` words in order. */
export function readMatchers(words: readonly string[]): Reading<WrittenMatcher[]> {
  if (words.length === 0) return { ok: false, detail: 'missing matcher' }
  if (words.length > ruleLimits.matchersMax)
    return { ok: false, detail: `more than ${ruleLimits.matchersMax} matchers` }
  const matchers: WrittenMatcher[] = []
  for (const word of words) {
    const matcher = readMatcher(word)
    if (!matcher.ok) return matcher
    matchers.push(matcher.value)
  }
  return { ok: true, value: matchers }
}

function readMatcher(word: string): Reading<WrittenMatcher> {
  const isNegated = word.startsWith('!')
  const own = isNegated ? word.slice(1) : word
  const colon = own.indexOf(':')
  const name = own.slice(0, Math.max(0, colon))
  const pattern = unquote(own.slice(colon + 1))
  if (name === '') return { ok: false, detail: `\`${word}\` is not \`matcher:pattern\`` }
  if (pattern === '') return { ok: false, detail: `\`${name}\` has no pattern` }
  if (pattern.length > ruleLimits.patternLengthMax) {
    return { ok: false, detail: `the pattern of \`${name}\` is longer than ${ruleLimits.patternLengthMax} characters` }
  }
  return { ok: true, value: { name, pattern, isNegated } }
}
