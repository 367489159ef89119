import { isKeyword, isSignificant, tokenize, type Token } from '../sql/tokenize.js'

/** What the server has to know of a statement before the engine runs it. */
export interface StatementShape {
  /** `rows`: a SELECT, whose result is sent as it comes. `answer`: it only looks. `change`: everything else. */
  kind: 'rows' | 'answer' | 'change'
  /** The format that its FORMAT clause names. */
  format?: string
  /** An INSERT whose rows follow as data. */
  takesData: boolean
  /** Another statement follows. */
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
  return isKeyword(first, 'INSERT') ? describeInsert(tokens) : { kind, takesData: false, ...scanClauses(tokens) }
}

function firstSignificant(tokens: Iterator<Token>): Token | undefined {
  let next = tokens.next()
  while (next.done !== true && !isSignificant(next.value)) next = tokens.next()
  return next.done === true ? undefined : next.value
}

/** Reads no further than to where the data begin. */
function describeInsert(tokens: Iterable<Token>): StatementShape {
  let previous: Token | undefined
  for (const token of tokens) {
    if (!isSignificant(token)) continue
    if (isKeyword(previous, 'FORMAT') && token.kind === 'word') {
      return { kind: 'change', takesData: true, isSeveral: false, format: token.text }
    }
    if (isKeyword(token, 'VALUES')) return { kind: 'change', takesData: true, isSeveral: false, format: 'Values' }
    previous = token
  }
  return { kind: 'change', takesData: false, isSeveral: false }
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
