/** How languages name the variables of a closure or a comprehension within one line. */
const binders: readonly RegExp[] = [
  // Ruby and Rust: `{ |line| … }`.
  /[{(,]\s?(?:do )?\|([^|\n]{1,100})\|/g,
  // Python: `… for line in lines`, `lambda line: …`.
  /\bfor ([\w, ()]{1,100}) in\b/g,
  /\blambda ([\w, ]{1,100}):/g,
  // JavaScript: `(line) => …`; PHP: `fn($line) => …`.
  /\(([^()\n]{1,100})\)\s?=>/g,
  /(?<![\w$.])([\w$]{1,60})\s?=>/g,
]
const mayBind = /\||\bfor\b|lambda|=>/
const name = /[A-Za-z_$][\w$]*/g

/** A line with the variables that only exist within it replaced, because renaming them changes nothing. */
export function withoutBoundNames(line: string): string {
  if (!mayBind.test(line)) return line
  const bound = new Set(
    binders.flatMap((pattern) => [...line.matchAll(pattern)].flatMap(([, list = '']) => list.match(name) ?? [])),
  )
  if (bound.size === 0) return line
  return line.replace(/(?<![\w$.])[A-Za-z_$][\w$]*/g, (found) => (bound.has(found) ? '_' : found))
}
