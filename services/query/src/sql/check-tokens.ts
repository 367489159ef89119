import { sqlTables } from '@signalbox/contracts'
import { tables } from '@signalbox/telemetry-store'
import { allowedFunctions, allowedKeywords, refusedWords } from './allowed-words.js'
import { readTokens, type Token } from './read-tokens.js'

const visibleTables: ReadonlySet<string> = new Set(sqlTables)
const storedTables: ReadonlySet<string> = new Set([...Object.keys(tables), 'schema_migrations'])
const depthMax = 30

/**
 * The first check of a statement, on its tokens alone.
 * @returns The fault; undefined if there is none.
 */
export function findTokenFault(sql: string): string | undefined {
  const { tokens, stoppedAt } = readTokens(sql)
  if (stoppedAt !== undefined) {
    return (
      `cannot be parsed from character ${stoppedAt + 1} on: comments, semicolons, backslashes, braces and ` +
      'quoted identifiers are not supported'
    )
  }
  if (tokens[0]?.text.toLowerCase() !== 'select') return 'must be a single SELECT'
  return (
    findParenthesisFault(tokens) ?? tokens.map((token, index) => findWordFault(token, tokens[index + 1])).find(Boolean)
  )
}

/** The statement is put in parentheses and must not be able to close them. */
function findParenthesisFault(tokens: readonly Token[]): string | undefined {
  let depth = 0
  for (const { kind, text } of tokens) {
    if (kind === 'sign' && (text === '(' || text === '[')) depth += 1
    if (kind === 'sign' && (text === ')' || text === ']')) depth -= 1
    if (depth < 0) return 'has an unmatched closing parenthesis'
    if (depth > depthMax) return `must not be nested deeper than ${depthMax} levels`
  }
  return depth === 0 ? undefined : 'has an unclosed parenthesis'
}

function findWordFault({ kind, text }: Token, next: Token | undefined): string | undefined {
  if (kind !== 'word') return undefined
  const word = text.toLowerCase()
  if (refusedWords.has(word)) return `must not use the word ${text}`
  if (storedTables.has(word) && !visibleTables.has(word)) return tableFault(text)
  const isCall = next?.text === '(' && !allowedFunctions.has(word) && !allowedKeywords.has(word)
  return isCall ? `must not use the function ${text}` : undefined
}

/** Message for an unknown table. */
export function tableFault(name: string): string {
  return `refers to an unknown table ${name}; available tables: ${sqlTables.join(', ')}`
}
