import type { LogPatternFacts } from '../../facts/fact-pack.js'

/** Share of the words that two patterns of equal length must have in common to be one. */
const likenessMin = 0.7

/**
 * Puts patterns together that differ in a few words only: names of hosts, files and codes that no expression knows
 * vary as much as numbers do. Grouped by length and first word (P. He et al., Drain: An Online Log Parsing Approach
 * with Fixed Depth Tree, 2017).
 */
export function mergePatterns(patterns: readonly LogPatternFacts[]): LogPatternFacts[] {
  const buckets = new Map<string, { words: readonly string[]; merged: LogPatternFacts }[]>()
  for (const pattern of patterns) {
    const words = wordsOf(pattern.pattern)
    const key = [pattern.service, pattern.level, words.length, words[0] ?? ''].join('\n')
    const bucket = buckets.get(key) ?? []
    buckets.set(key, bucket)
    const like = bucket.find((one) => likeness(one.words, words) >= likenessMin)
    if (like) like.merged = join(like.merged, pattern)
    else bucket.push({ words, merged: pattern })
  }
  return [...buckets.values()].flat().map(({ merged }) => merged)
}

/** Words, those with something that varies as one sign. Only the first line: what follows is a stack or a dump. */
function wordsOf(pattern: string): string[] {
  const [line = ''] = pattern.split('\n')
  return line.split(/\s+/).map((word) => (/<\w+>|\/\w+\/|\d/.test(word) ? '*' : word))
}

function likeness(a: readonly string[], b: readonly string[]): number {
  return a.filter((word, index) => word === b[index]).length / Math.max(1, a.length)
}

function join(a: LogPatternFacts, b: LogPatternFacts): LogPatternFacts {
  const counts = new Map(a.counts)
  for (const [at, count] of b.counts) counts.set(at, (counts.get(at) ?? 0) + count)
  const [more, fewer] = a.count >= b.count ? [a, b] : [b, a]
  return {
    ...more,
    count: a.count + b.count,
    countBefore: a.countBefore + b.countBefore,
    firstAt: Math.min(a.firstAt, b.firstAt),
    lastAt: Math.max(a.lastAt, b.lastAt),
    counts: [...counts].sort(([left], [right]) => left - right),
    examples: [...more.examples, ...fewer.examples].slice(0, examplesMax),
  }
}

const examplesMax = 8
