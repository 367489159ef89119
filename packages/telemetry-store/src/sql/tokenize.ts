/** A piece of SQL text; concatenating the texts of all tokens restores the statement. */
export interface Token {
  kind: 'space' | 'comment' | 'word' | 'name' | 'text' | 'number' | 'sign'
  /** As written in the statement; quoted names and strings include their quotes. */
  text: string
  /** Index of its first character. */
  start: number
}

/** One pattern per kind, tried in this order at each position. Anything else is a one-character sign. */
const patterns: readonly [Token['kind'], RegExp][] = [
  ['space', /\s+/y],
  ['comment', /--[^\n]*|#[! ][^\n]*|\/\*[^]*?\*\//y],
  ['text', /'(?:[^'\\]|\\[^]|'')*'/y],
  ['name', /`(?:[^`\\]|\\[^]|``)*`|"(?:[^"\\]|\\[^]|"")*"/y],
  ['word', /[\p{L}_][\p{L}\p{N}_]*/uy],
  ['number', /\d[\w.]*/y],
  ['sign', /[^]/uy],
]

/** Splits SQL like ClickHouse does. Never fails: an unclosed quote becomes a sign. */
export function* tokenize(sql: string): Generator<Token> {
  let start = 0
  while (start < sql.length) {
    const token = tokenAt(sql, start)
    yield token
    start += token.text.length
  }
}

function tokenAt(sql: string, start: number): Token {
  for (const [kind, pattern] of patterns) {
    pattern.lastIndex = start
    const text = pattern.exec(sql)?.[0]
    if (text !== undefined) return { kind, text, start }
  }
  throw new RangeError(`No character at ${start}`)
}

/** True unless the token is whitespace or a comment. */
export const isSignificant = ({ kind }: Token): boolean => kind !== 'space' && kind !== 'comment'

/** True if the token is this keyword (upper case), in any case. */
export const isKeyword = (token: Token | undefined, keyword: string): boolean =>
  token?.kind === 'word' && token.text.toUpperCase() === keyword

/** Quotes a string literal. */
export const quoteText = (text: string): string =>
  `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\0', '\\0')}'`

/** Quotes an identifier; any characters are allowed. */
export const quoteName = (name: string): string => `\`${name.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\``
