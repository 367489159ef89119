import { isKeyword, isSignificant, tokenize, type Token } from '../sql/tokenize.js'

/** Properties of a statement that the server must know before running it. */
export interface StatementShape {
  /** `rows`: a SELECT, whose result is streamed. `answer`: another read-only statement. `change`: everything else. */
  kind: 'rows' | 'answer' | 'change'
  /** Format named by the FORMAT clause. */
  format?: string
  /** True for an INSERT that ends where its rows start: the rows are the request body. */
  takesData: boolean
  /** True if another statement follows. */
  isSeveral: boolean
}

const kinds: Readonly<Record<string, StatementShape['kind']>> = {
  SELECT: 'rows',
  WITH: 'rows',
  '(': 'rows',
  FROM: 'rows',
  SHOW: 'answer',
  DESCRIBE: 'answer',
  DESC: 'answer',
  EXISTS: 'answer',
  EXPLAIN: 'answer',
}

/** @param sql May end with the data of an INSERT. */
export function describeStatement(sql: string): StatementShape {
  const tokens = tokenize(sql)
  const first = firstSignificant(tokens)
  const kind = kinds[first?.text.toUpperCase() ?? ''] ?? 'change'
  return isKeyword(first, 'INSERT') ? describeInsert(tokens, sql) : { kind, takesData: false, ...scanClauses(tokens) }
}

function firstSignificant(tokens: Iterator<Token>): Token | undefined {
  let next = tokens.next()
  while (next.done !== true && !isSignificant(next.value)) next = tokens.next()
  return next.done === true ? undefined : next.value
}

/** Stops reading where the rows start. */
function describeInsert(tokens: Iterable<Token>, sql: string): StatementShape {
  const shape = { kind: 'change', takesData: false, isSeveral: false } as const
  let previous: Token | undefined
  for (const token of tokens) {
    if (!isSignificant(token)) continue
    const format = isKeyword(previous, 'FORMAT') && token.kind === 'word' ? token.text : undefined
    if (format !== undefined || isKeyword(token, 'VALUES')) {
      const isEnd = sql.slice(token.start + token.text.length).trim() === ''
      return { ...shape, takesData: isEnd, format: format ?? 'Values' }
    }
    previous = token
  }
  return shape
}

function scanClauses(tokens: Iterable<Token>): Pick<StatementShape, 'format' | 'isSeveral'> {
  let previous: Token | undefined
  let format: string | undefined
  for (const token of tokens) {
    if (!isSignificant(token)) continue
    if (previous?.text === ';' && token.text !== ';') return { isSeveral: true }
    if (isKeyword(previous, 'FORMAT') && token.kind === 'word') format = token.text
    previous = token
  }
  return { isSeveral: false, ...(format !== undefined && { format }) }
}
