import { MalformedSourceMapError, type FunctionNames } from './source-map.js'
import { VlqCursor } from './vlq-cursor.js'

/**
 * Reads `x_facebook_sources`, in which Metro and Hermes store function names: for each source, a list whose first entry
 * has names and mappings of (column, name, line), with lines separated by semicolons. Unreadable entries count as
 * absent.
 */
export function readFunctionNames(value: unknown, count: number): (FunctionNames | undefined)[] {
  if (!Array.isArray(value)) return []
  return value.slice(0, count).map((source: unknown) => {
    const first: unknown = Array.isArray(source) ? source[0] : undefined
    return isNamed(first) ? tryDecode(first) : undefined
  })
}

function isNamed(value: unknown): value is { names: string[]; mappings: string } {
  if (typeof value !== 'object' || value === null || !('names' in value) || !('mappings' in value)) return false
  return (
    typeof value.mappings === 'string' &&
    Array.isArray(value.names) &&
    value.names.every((name) => typeof name === 'string')
  )
}

function tryDecode(named: { names: string[]; mappings: string }): FunctionNames | undefined {
  try {
    return { names: named.names, entries: decodeEntries(named) }
  } catch (error) {
    if (error instanceof MalformedSourceMapError) return undefined
    throw error
  }
}

/** The column restarts after each semicolon; name and line continue. */
function decodeEntries({ names, mappings }: { names: string[]; mappings: string }): FunctionNames['entries'] {
  const entries: { line: number; column: number; name: number }[] = []
  let name = 0
  let line = 1
  for (const group of mappings.split(';')) {
    let column = 0
    for (const text of group.split(',')) {
      if (text === '') continue
      const cursor = new VlqCursor(text)
      column += cursor.readNumber()
      name += cursor.readNumber()
      if (!cursor.isAtEnd()) line += cursor.readNumber()
      if (names[name] === undefined) throw new MalformedSourceMapError('a function has no name')
      entries.push({ line, column, name })
    }
  }
  return entries
}
