/**
 * Compiles a pattern in which `*` stands for any text, also none, and everything else for itself in any case.
 * Each part between the stars is searched once, from where the part before it ended: no star is ever tried again.
 * @returns whether a text matches as a whole.
 */
export function createGlob(pattern: string): (text: string) => boolean {
  const parts = pattern.toLowerCase().split('*')
  const [first = '', ...others] = parts
  const last = others.pop()
  const middle = others.filter((part) => part !== '')
  return (rawText) => {
    const text = rawText.toLowerCase()
    if (last === undefined) return text === first
    const endMax = text.length - last.length
    if (endMax < first.length || !text.startsWith(first) || !text.endsWith(last)) return false
    return findInOrder(text, middle, first.length) <= endMax
  }
}

/** @returns where the last part ends when all stand one after another; infinity when they do not. */
function findInOrder(text: string, parts: readonly string[], start: number): number {
  let at = start
  for (const part of parts) {
    const found = text.indexOf(part, at)
    if (found === -1) return Number.POSITIVE_INFINITY
    at = found + part.length
  }
  return at
}

/** Compiles several patterns. @returns whether a text matches any. */
export function createGlobs(patterns: readonly string[]): (text: string) => boolean {
  const globs = patterns.map(createGlob)
  return (text) => globs.some((matches) => matches(text))
}
