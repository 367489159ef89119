/** Lines of a service and level that are equal after masking, with their number. */
export interface MaskedPattern {
  service: string
  level: string
  pattern: string
  count: number
}

/** The most frequent of the merged masked patterns, with the common pattern and total number of lines. */
export type MergedPattern<Masked extends MaskedPattern> = Masked & { members: readonly Masked[] }

/** Stands for any word; on a line of its own at the end, for any further lines or none. */
export const anyWord = '<*>'
/** Word separators, for a bracket expression. In `key=value`, both are words. */
export const betweenWords = ' \\t\\r='

/** Minimum share of common words for a pattern to be merged into another one. */
const similarityMin = 2 / 3
/** Maximum distinct first words per shape; the patterns with others are all compared with each other. */
const firstWordsMax = 100
/** Lines with more words are dumps and aren't merged. */
const wordsMax = 100
/** Patterns with the same first word that another one is compared with: the most frequent ones. */
const comparedMax = 100

/**
 * Merges masked patterns that differ in only a few words: names of people, hosts and states that no expression
 * recognizes vary as much as numbers do. A tree of fixed depth leads to the patterns with the same number of words and
 * the same first word; the most similar one absorbs the pattern (P. He et al., Drain: An Online Log Parsing Approach
 * with Fixed Depth Tree, ICWS 2017). All patterns are known in advance here: the most frequent are processed first, so
 * that the result doesn't depend on their order. No masked pattern matches two results of its service and level, so a
 * result selects exactly the lines it counts. Only first lines are compared: what follows is a stack or a dump.
 */
export function mergePatterns<Masked extends MaskedPattern>(masked: readonly Masked[]): MergedPattern<Masked>[] {
  const shapes = new Map<string, Leaves<Masked>>()
  for (const one of [...masked].sort(byFrequency)) {
    const line = readLine(one.pattern)
    const shape = entryOf(shapes, [one.service, one.level, ...line.gaps].join('\n'), (): Leaves<Masked> => new Map())
    addToShape(shape, { ...line, isValue: line.words.map(holdsValue), members: [{ masked: one, line }] })
  }
  return [...shapes.values()].flatMap((leaves) => uniteOverlapping([...leaves.values()].flat())).map(toMerged)
}

interface Line {
  words: readonly string[]
  /** The separators between words: one fewer than words. */
  gaps: readonly string[]
  /** Everything after the first line, including its line break. */
  rest: string
}

interface Group<Masked> extends Line {
  /** Words that contain a value in all members. The others are constant, or vary like ordinary words. */
  isValue: readonly boolean[]
  members: readonly [Member<Masked>, ...Member<Masked>[]]
}

/** Patterns of a service and level with the same gaps, by first word. */
type Leaves<Masked> = Map<string, Group<Masked>[]>

interface Member<Masked> {
  masked: Masked
  line: Line
}

const gap = new RegExp(`([${betweenWords}]+)`)

function readLine(pattern: string): Line {
  const end = pattern.indexOf('\n')
  const parts = (end === -1 ? pattern : pattern.slice(0, end)).split(gap)
  return {
    words: parts.filter((_, index) => index % 2 === 0),
    gaps: parts.filter((_, index) => index % 2 === 1),
    rest: end === -1 ? '' : pattern.slice(end),
  }
}

function addToShape<Masked>(leaves: Leaves<Masked>, added: Group<Masked>): void {
  const [first = ''] = added.words
  const hasOwnLeaf = !holdsValue(first) && (leaves.has(first) || leaves.size < firstWordsMax)
  const leaf = entryOf(leaves, hasOwnLeaf ? first : anyWord, () => [])
  const compared = added.words.length > wordsMax ? [] : leaf.slice(0, comparedMax)
  const similarities = compared.map((group) => similarity(group, added))
  const best = similarities.indexOf(Math.max(...similarities))
  const like = leaf[best]
  if (like && (similarities[best] ?? 0) >= similarityMin) leaf[best] = unite(like, added)
  else leaf.push(added)
}

/** Placeholders of numbers, ids and texts, and paths. */
function holdsValue(word: string): boolean {
  return /<\w+>|\/\w+\//.test(word)
}

/** Share of equal words. As in the paper, words that already vary don't count as equal. */
function similarity<Masked>({ words, isValue }: Group<Masked>, added: Group<Masked>): number {
  let equal = 0
  for (let index = 0; index < words.length; index++) {
    if (isValue[index] ? added.isValue[index] : words[index] === added.words[index]) equal++
  }
  return equal / words.length
}

function unite<Masked>(a: Group<Masked>, b: Group<Masked>): Group<Masked> {
  return {
    words: a.words.map((word, index) => (word === b.words[index] ? word : anyWord)),
    gaps: a.gaps,
    rest: a.rest === b.rest ? a.rest : `\n${anyWord}`,
    isValue: a.isValue.map((value, index) => value && (b.isValue[index] ?? false)),
    members: [...a.members, ...b.members],
  }
}

/** Unites groups of a shape until no member of one matches another. */
function uniteOverlapping<Masked>(groups: readonly Group<Masked>[]): Group<Masked>[] {
  const apart = new Set(groups)
  for (const group of groups) {
    let open = group
    for (let other = findOverlapping(open, apart); other !== undefined; other = findOverlapping(open, apart)) {
      apart.delete(open)
      apart.delete(other)
      open = unite(open, other)
      apart.add(open)
    }
  }
  return [...apart]
}

/** Another group with a member that this one matches; none for a group that was absorbed itself. */
function findOverlapping<Masked>(open: Group<Masked>, apart: ReadonlySet<Group<Masked>>): Group<Masked> | undefined {
  if (!isOpen(open) || !apart.has(open)) return undefined
  for (const one of apart) {
    if (one !== open && one.members.some(({ line }) => meets(open, line))) return one
  }
  return undefined
}

function isOpen({ words, rest }: Line): boolean {
  return words.includes(anyWord) || rest.endsWith(anyWord)
}

function meets(open: Line, { words, rest }: Line): boolean {
  const isAny = open.words.every((word, index) => word === anyWord || word === words[index])
  return isAny && (open.rest === `\n${anyWord}` || open.rest === rest)
}

function toMerged<Masked extends MaskedPattern>({ words, gaps, rest, members }: Group<Masked>): MergedPattern<Masked> {
  const masked = members.map((member) => member.masked)
  return {
    ...members[0].masked,
    pattern: words.map((word, index) => `${word}${gaps[index] ?? ''}`).join('') + rest,
    count: masked.reduce((sum, { count }) => sum + count, 0),
    members: masked,
  }
}

/** Most frequent first, ties by service, level and text. */
export function byFrequency(a: MaskedPattern, b: MaskedPattern): number {
  return (
    b.count - a.count || compare(a.service, b.service) || compare(a.level, b.level) || compare(a.pattern, b.pattern)
  )
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function entryOf<Key, Value>(map: Map<Key, Value>, key: Key, create: () => Value): Value {
  const known = map.get(key)
  if (known !== undefined) return known
  const created = create()
  map.set(key, created)
  return created
}
