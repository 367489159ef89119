const kinds = ['word', 'number', 'string', 'sign'] as const

/** A token of SQL text. */
export interface Token {
  kind: (typeof kinds)[number]
  text: string
}

const tokenPattern =
  /\s+|(?<word>[A-Za-z_]\w*)|(?<number>\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.])|(?<string>'(?:[^'\\]|'')*')|(?<sign><=|>=|<>|!=|==|\|\||->|[-+*/%=<>(),.[\]?:])/y

/**
 * Splits SQL into the tokens of a deliberately smaller language than the engine's: no comments, quoted identifiers,
 * backslashes, braces or semicolons. The engine splits any accepted text in the same way.
 * @returns The tokens; `stoppedAt` is the position of anything else, or undefined.
 */
export function readTokens(sql: string): { tokens: Token[]; stoppedAt: number | undefined } {
  const tokens: Token[] = []
  tokenPattern.lastIndex = 0
  while (tokenPattern.lastIndex < sql.length) {
    const at = tokenPattern.lastIndex
    const match = tokenPattern.exec(sql)
    if (match === null || isComment(sql, at)) return { tokens, stoppedAt: at }
    const kind = kinds.find((each) => match.groups?.[each] !== undefined)
    if (kind !== undefined) tokens.push({ kind, text: match[0] })
  }
  return { tokens, stoppedAt: undefined }
}

function isComment(sql: string, at: number): boolean {
  return sql.startsWith('--', at) || sql.startsWith('/*', at) || sql.startsWith('*/', at)
}
