/**
 * Patterns are how terms hold the values of properties: `*` stands for any characters, `\*` for an asterisk and `\\` for
 * a backslash.
 */

/** A piece of a pattern: text to be met exactly, or any characters. */
export type PatternPart = { kind: 'text'; text: string } | { kind: 'any' }

/** The pattern that nothing but the text meets. */
export function toPattern(text: string): string {
  return text.replace(/[\\*]/g, '\\$&')
}

/** The pattern with every backslash that stands for itself written twice, as terms hold it. */
export function normalizePattern(written: string): string {
  return written.replace(/\\([\\*]?)/g, (_, escaped: string) => `\\${escaped === '' ? '\\' : escaped}`)
}

/** The pieces of a pattern: no two texts in a row, none of them empty; no piece for empty text. */
export function readPattern(pattern: string): PatternPart[] {
  const parts: PatternPart[] = []
  for (const [piece] of pattern.matchAll(/\*+|(?:\\[\\*]|[^*])+/g)) {
    if (piece.startsWith('*')) parts.push({ kind: 'any' })
    else parts.push({ kind: 'text', text: piece.replace(/\\([\\*])/g, '$1') })
  }
  return parts
}

/** The one text that meets a pattern; undefined when any characters may stand in it. */
export function plainTextOf(pattern: string): string | undefined {
  const [part, ...more] = readPattern(pattern)
  if (part === undefined) return ''
  return part.kind === 'text' && more.length === 0 ? part.text : undefined
}

/** A test for texts that meet a pattern. It takes time by the lengths of text and pattern, whatever they hold. */
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
