/**
 * Patterns represent property values in terms: `*` matches any characters, `\*` an asterisk and `\\` a backslash.
 */

/** Part of a pattern: literal text, or any characters. */
export type PatternPart = { kind: 'text'; text: string } | { kind: 'any' }

/** Escapes a text into a pattern that matches only that text. */
export function toPattern(text: string): string {
  return text.replace(/[\\*]/g, '\\$&')
}

/** Doubles every literal backslash, which is the canonical form of patterns in terms. */
export function normalizePattern(written: string): string {
  return written.replace(/\\([\\*]?)/g, (_, escaped: string) => `\\${escaped === '' ? '\\' : escaped}`)
}

/** Splits a pattern into parts: never two texts in a row, never an empty one; no parts for an empty pattern. */
export function readPattern(pattern: string): PatternPart[] {
  const parts: PatternPart[] = []
  for (const [piece] of pattern.matchAll(/\*+|(?:\\[\\*]|[^*])+/g)) {
    if (piece.startsWith('*')) parts.push({ kind: 'any' })
    else parts.push({ kind: 'text', text: piece.replace(/\\([\\*])/g, '$1') })
  }
  return parts
}

/** The only text a pattern matches; undefined if it contains a wildcard. */
export function plainTextOf(pattern: string): string | undefined {
  const [part, ...more] = readPattern(pattern)
  if (part === undefined) return ''
  return part.kind === 'text' && more.length === 0 ? part.text : undefined
}

/**
 * Compiles a pattern into a predicate whose running time depends only on the lengths of text and pattern: no
 * backtracking.
 */
export function compilePattern(pattern: string): (text: string) => boolean {
  const parts = readPattern(pattern)
  const first = parts[0]
  const last = parts.at(-1)
  if (first === undefined || last === undefined) return (text) => text === ''
  if (parts.length === 1 && first.kind === 'text') return (text) => text === first.text
  const start = first.kind === 'text' ? first.text : ''
  const end = last.kind === 'text' ? last.text : ''
  const between = parts.slice(1, -1).flatMap((part) => (part.kind === 'text' ? [part.text] : []))
  return (text) => {
    const untilIndex = text.length - end.length
    if (untilIndex < start.length || !text.startsWith(start) || !text.endsWith(end)) return false
    let index = start.length
    for (const piece of between) {
      const found = text.indexOf(piece, index)
      if (found === -1) return false
      index = found + piece.length
    }
    return index <= untilIndex
  }
}
