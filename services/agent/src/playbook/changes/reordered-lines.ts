import type { Hunk } from './diff.js'
import type { EditedLine, LinePair } from './edited-line.js'

const definition =
  /^(export |public |private |protected |static |async )*(func|def|function|fn|sub|class|void|const \w+ = (async )?\()\b/

/**
 * Finds lines that changed order: moved past unchanged lines or swapped with each other. Lines that moved into a new
 * function keep their order and are not included.
 */
export function findReordered(hunks: readonly Hunk[], pairs: readonly LinePair[]): EditedLine[] {
  return [...hunks.flatMap(movedWithin), ...crossedPairs(pairs)]
}

function movedWithin({ path, heading, lines }: Hunk, hunk: number): EditedLine[] {
  const unchangedBefore = countUnchangedBefore(lines)
  const definedAt = lines.findIndex(({ sign, code }) => sign === '+' && definition.test(code))
  const placed = lines.map((line, index) => ({ ...line, index }))
  const added = new Map(placed.filter(({ sign }) => sign === '+').map((line) => [line.code, line]))
  const kept = placed.flatMap((line) => {
    const now = line.sign === '-' && line.code.length >= 4 ? added.get(line.code) : undefined
    const isInDefinition = now !== undefined && definedAt !== -1 && definedAt < now.index
    return now === undefined || isInDefinition ? [] : [{ code: line.code, from: line.index, to: now.index }]
  })
  const moved: EditedLine[] = []
  // Of the lines that used to come later, the one that comes first now.
  let firstOfLater = Infinity
  for (const { code, from, to } of kept.toReversed()) {
    if (unchangedBefore[from] !== unchangedBefore[to] || firstOfLater < to)
      moved.push({ code, path, heading, hunk, index: from })
    firstOfLater = Math.min(firstOfLater, to)
  }
  return moved.reverse()
}

/** For each line, the number of unchanged ones before it. */
function countUnchangedBefore(lines: Hunk['lines']): number[] {
  let count = 0
  return lines.map(({ sign, code }) => {
    const before = count
    if (sign === ' ' && code.length > 1) count += 1
    return before
  })
}

/** Lines that replaced each other, so that the first is now second. */
function crossedPairs(pairs: readonly LinePair[]): EditedLine[] {
  return pairs.flatMap((one) =>
    pairs
      .filter((other) => isCrossed(one, other) && verbOf(one.before.code) === verbOf(other.before.code))
      .map(() => one.after),
  )
}

function isCrossed(one: LinePair, other: LinePair): boolean {
  const isTogether = one.before.hunk === other.before.hunk && one.after.hunk === other.after.hunk
  return isTogether && one.before.index < other.before.index && one.after.index > other.after.index
}

function verbOf(code: string): string | undefined {
  return /([\w.]+)\(/.exec(code)?.[1]
}
