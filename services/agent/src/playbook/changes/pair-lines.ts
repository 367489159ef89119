import { splitWords } from '../text/words.js'
import type { EditedLine, LinePair } from './edited-line.js'
import { maskNumbers } from './mask-numbers.js'

/** From how many shared words on (0 to 1) a line is taken for the new form of another. */
const likenessMin = 0.4
/** Lines that set the same are alike, whatever they set it to. */
const sameTarget = 0.3
/** Bound of the lines of each side that are compared with each other. */
const pairedMax = 150

/** What lines are compared by. */
interface Looks {
  line: EditedLine
  masked: string
  words: ReadonlySet<string>
  /** What the line gives a value to. */
  target: string | undefined
}

/** Pairs each removed line with the added line of its file that is most like it. */
export function pairLines(removed: readonly EditedLine[], added: readonly EditedLine[]): LinePair[] {
  const after = added.slice(0, pairedMax).map(lookAt)
  const candidates = removed
    .slice(0, pairedMax)
    .map(lookAt)
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

function lookAt(line: EditedLine): Looks {
  const { code } = line
  return { line, masked: maskNumbers(code), words: new Set(splitWords(code)), target: assignment.exec(code)?.[1] }
}

/** How alike two lines are, from 0 on; lines that differ in numbers only are wholly alike. */
function compare(one: Looks, other: Looks): number {
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
