/** What the text of rules may hold; more is a fault of its line. */
export const ruleLimits = { rulesMax: 200, lineLengthMax: 1_000, matchersMax: 10, patternLengthMax: 200, partsMax: 20 }

/** One rule as written, without comment. */
export interface RuleLine {
  /** From 1. */
  line: number
  text: string
  /** The text with each character in quotes, and the quotes, as NUL: for finding what is outside of quotes. */
  mask: string
}

/** One `matcher:pattern`. */
export interface WrittenMatcher {
  name: string
  pattern: string
  isNegated: boolean
}

/** What was read, or what is wrong with it. */
export type Reading<T> = { ok: true; value: T } | { ok: false; detail: string }

const quoted = /"(?:[^"\\]|\\[^])*"/g
const comment = /(?:^|\s)#/

/** The lines that hold rules: comments and empty lines are left out, and so is what is beyond the limit of rules. */
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

/** Faults that any kind of line can have; undefined when it has none. */
export function findLineFault({ text, mask }: RuleLine, index: number): string | undefined {
  if (index >= ruleLimits.rulesMax) return `more than ${ruleLimits.rulesMax} rules`
  if (text.length > ruleLimits.lineLengthMax) return `longer than ${ruleLimits.lineLengthMax} characters`
  return mask.includes('"') ? 'unclosed quote' : undefined
}

/** The words of a text, split at white space outside of quotes; quotes are kept. */
export function splitWords({ text, mask }: Pick<RuleLine, 'text' | 'mask'>): string[] {
  return [...mask.matchAll(/\S+/g)].map(({ 0: word, index }) => text.slice(index, index + word.length))
}

/** A text without its quotes. */
export function unquote(text: string): string {
  return text.replace(quoted, (quote) => quote.slice(1, -1).replace(/\\(["\\])/g, '$1'))
}

/** Reads `matcher:pattern` words, in their order. */
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
