/** A piece of SQL text; the texts of all tokens in a row are the statement again. */
export interface Token {
  kind: 'space' | 'comment' | 'word' | 'name' | 'text' | 'number' | 'sign'
  /** As it stands in the statement; quoted names and texts with their quotes. */
  text: string
  /** Position of its first character. */
  start: number
}

/** One alternative a kind, tried in this order at each position. What none takes is a sign of one character. */
const patterns: readonly [Token['kind'], RegExp][] = [
  ['space', /\s+/y],
  ['comment', /--[^\n]*|#[! ][^\n]*|\/\*[^]*?\*\//y],
  ['text', /'(?:[^'\\]|\\[^]|'')*'/y],
  ['name', /`(?:[^`\\]|\\[^]|``)*`|"(?:[^"\\]|\\[^]|"")*"/y],
  ['word', /[\p{L}_][\p{L}\p{N}_]*/uy],
  ['number', /\d[\w.]*/y],
  ['sign', /[^]/uy],
]

/** Splits SQL as ClickHouse reads it. Never fails: a quote that is not closed is a sign. */
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

/** Whether the token says something: it is neither space nor comment. */
export const isSignificant = ({ kind }: Token): boolean => kind !== 'space' && kind !== 'comment'

/** Whether the token is this keyword, in any case. */
export const isKeyword = (token: Token | undefined, keyword: string): boolean =>
  token?.kind === 'word' && token.text.toUpperCase() === keyword

/** A text as SQL writes it. */
export const quoteText = (text: string): string =>
  `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\0', '\\0')}'`

/** A name as SQL writes it, whatever it consists of. */
export const quoteName = (name: string): string => `\`${name.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\``
