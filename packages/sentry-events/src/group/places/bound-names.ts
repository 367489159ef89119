const arrows = [/\(([^()\n]{1,100})\)\s?=>/g, /(?<![\w$.])([\w$]{1,60})\s?=>/g]

/** How languages name the variables of a closure or a comprehension within one line. */
const binders = new Map<string, readonly RegExp[]>([
  ['ruby', [/(?:[{(,]\s?|\bdo )\|([^|\n]{1,100})\|/g]],
  ['python', [/\bfor ([\w, ()]{1,100}) in\b/g, /\blambda ([\w, ]{1,100}):/g]],
  ['node', arrows],
  ['javascript', arrows],
  ['php', [/\bfn\s?\(([^()\n]{1,100})\)\s?=>/g]],
])
const name = /[A-Za-z_$][\w$]*/g
const nameInLine = /(?<![\w$.])[A-Za-z_$][\w$]*/g

/** A line with the variables that only exist within it replaced, because renaming them changes nothing. */
export function withoutBoundNames(line: string, platform: string): string {
  const patterns = binders.get(platform) ?? []
  const lists = patterns.flatMap((pattern) => [...line.matchAll(pattern)].map(([, list = '']) => list))
  const bound = new Set(lists.flatMap((list) => list.match(name) ?? []))
  return bound.size === 0 ? line : line.replace(nameInLine, (found) => (bound.has(found) ? '_' : found))
}
