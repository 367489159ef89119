import type { LogPatternFacts } from '../../facts/fact-pack.js'

const examplesMax = 8

/** Merges the patterns that the API merges: for counting lines, variable words are like numbers. */
export function joinPatterns(patterns: readonly LogPatternFacts[]): LogPatternFacts[] {
  const joined = new Map<string, LogPatternFacts>()
  for (const pattern of patterns) {
    const key = [pattern.service, pattern.level, pattern.partOf].join('\n')
    const known = joined.get(key)
    joined.set(key, known ? join(known, pattern) : pattern)
  }
  return [...joined.values()]
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
