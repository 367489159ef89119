import { fileKind, type FileKind } from './file-kind.js'
import type { EditedLine, LinePair } from './edited-line.js'
import { pairLines } from './pair-lines.js'
import { findReordered } from './reordered-lines.js'
import { readDiff, type DiffLine, type Hunk } from './diff.js'

/** What a diff really changes. */
export interface Edit {
  hunks: readonly Hunk[]
  removed: readonly EditedLine[]
  added: readonly EditedLine[]
  /** Removed lines with what stands in their place. */
  pairs: readonly LinePair[]
  /** Removed and added lines that have no partner. */
  lost: readonly EditedLine[]
  gained: readonly EditedLine[]
  /** All lines with code that the diff shows on each side, unchanged ones included. */
  before: string
  after: string
  /** Lines that stand before others that they stood behind, or the other way round. */
  reordered: readonly EditedLine[]
  /** Files of the diff, or those that the change names. */
  kinds: readonly FileKind[]
  /** Whether there was anything to read. */
  known: boolean
}

/** Reads a diff and takes away all that only moved. */
export function readEdit(diff: string | null, files: readonly string[]): Edit {
  const hunks = diff === null ? [] : readDiff(diff, files)
  const lines = hunks.flatMap((hunk, number) =>
    hunk.lines.map((line, index) => ({
      line,
      edited: { code: line.code, path: hunk.path, heading: hunk.heading, hunk: number, index },
    })),
  )
  const signed = (sign: DiffLine['sign']) =>
    lines.filter(({ line }) => line.sign === sign && line.code !== '').map(({ edited }) => edited)
  const [allRemoved, allAdded] = [signed('-'), signed('+')]
  const removed = without(allRemoved, allAdded)
  const added = without(allAdded, allRemoved)
  const pairs = pairLines(removed, added)
  const paired = new Set(pairs.flatMap(({ before, after }) => [before, after]))
  const side = (sign: DiffLine['sign']) =>
    lines
      .filter(({ line }) => line.sign !== sign)
      .map(({ line }) => line.code)
      .join('\n')
  const paths = [...new Set([...files, ...(files.length === 0 ? hunks.map(({ path }) => path) : [])])]
  return {
    hunks,
    removed,
    added,
    pairs,
    lost: removed.filter((line) => !paired.has(line)),
    gained: added.filter((line) => !paired.has(line)),
    before: side('+'),
    after: side('-'),
    reordered: findReordered(hunks, pairs),
    kinds: [...new Set(paths.map(fileKind))],
    known: hunks.some(({ lines: all }) => all.some(({ sign }) => sign !== ' ')),
  }
}

/** The lines of `list` that are not also in `other`; what stands twice must be there twice. */
function without(list: readonly EditedLine[], other: readonly EditedLine[]): EditedLine[] {
  const counts = new Map<string, number>()
  for (const { code } of other) {
    const text = unspaced(code)
    counts.set(text, (counts.get(text) ?? 0) + 1)
  }
  return list.filter(({ code }) => {
    const text = unspaced(code)
    const left = counts.get(text) ?? 0
    if (left > 0) counts.set(text, left - 1)
    return left === 0
  })
}

const quoted = /("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`]*`)/

/** Without the spaces beside brackets and commas that formatters put and take; what is quoted stays. */
function unspaced(code: string): string {
  return code
    .split(quoted)
    .map((part, index) => (index % 2 === 1 ? part : part.replace(/ ?([(){}[\],]) ?/g, '$1')))
    .join('')
}
