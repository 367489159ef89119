import { splitWords } from '../text/words.js'
import type { EditedLine, LinePair } from './edited-line.js'
import { maskNumbers } from './mask-numbers.js'

/** Minimum share of common words (0 to 1) for a line to count as the new version of another. */
const likenessMin = 0.4
/** Similarity bonus for lines that assign to the same target, whatever the value. */
const sameTarget = 0.3
/** Maximum number of lines per side that are compared with each other. */
const pairedMax = 150

/** Features by which lines are compared. */
interface LineFeatures {
  line: EditedLine
  masked: string
  words: ReadonlySet<string>
  /** The target of the line's assignment. */
  target: string | undefined
}

/** Pairs each removed line with the most similar added line in the same file. */
export function pairLines(removed: readonly EditedLine[], added: readonly EditedLine[]): LinePair[] {
  const after = added.slice(0, pairedMax).map(readFeatures)
  const candidates = removed
    .slice(0, pairedMax)
    .map(readFeatures)
    .flatMap((one) =>
      after
        .filter(({ line }) => line.path === one.line.path)
        .map((other) => ({ before: one.line, after: other.line, likeness: compare(one, other) }))
        .filter(({ likeness }) => likeness >= likenessMin),
    )
  candidates.sort((a, b) => b.likeness - a.likeness)
  const taken = new Set<EditedLine>()
  return candidates.flatMap((pair) => {
    if (taken.has(pair.before) || taken.has(pair.after)) return []
    taken.add(pair.before).add(pair.after)
    return [{ before: pair.before, after: pair.after }]
  })
}

const assignment =
  /^(?:(?:const|let|var|val|final|private|public|static|self\.|this\.)\s*)*([\w.$"'-]+)\s*(?::=|=(?!=)|:)/

/** Returns what a line assigns to: a variable, a field or a key, as written. */
export function targetOf(code: string): string | undefined {
  return assignment.exec(code)?.[1]
}

function readFeatures(line: EditedLine): LineFeatures {
  const { code } = line
  return { line, masked: maskNumbers(code), words: new Set(splitWords(code)), target: targetOf(code) }
}

/** Similarity of two lines, from 0 up; lines that differ only in numbers are equal. */
function compare(one: LineFeatures, other: LineFeatures): number {
  if (one.masked === other.masked) return 1
  const setsSame = one.target !== undefined && one.target === other.target
  return sharedRatio(one.words, other.words) + (setsSame ? sameTarget : 0)
}

function sharedRatio(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let both = 0
  for (const word of a) if (b.has(word)) both += 1
  const all = a.size + b.size - both
  return all === 0 ? 0 : both / all
}
