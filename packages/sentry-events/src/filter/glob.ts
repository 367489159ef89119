/**
 * Compiles a case-insensitive pattern in which `*` matches any text, including none. Each part between stars is
 * searched once, from the end of the previous part, without backtracking.
 * @returns a predicate that matches the entire text.
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

/** @returns the end of the last part if all parts occur in order; otherwise infinity. */
function findInOrder(text: string, parts: readonly string[], start: number): number {
  let at = start
  for (const part of parts) {
    const found = text.indexOf(part, at)
    if (found === -1) return Number.POSITIVE_INFINITY
    at = found + part.length
  }
  return at
}

/**
 * Compiles several patterns.
 * @returns a predicate that is true if any of them matches.
 */
export function createGlobs(patterns: readonly string[]): (text: string) => boolean {
  const globs = patterns.map(createGlob)
  return (text) => globs.some((matches) => matches(text))
}
