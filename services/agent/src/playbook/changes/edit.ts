import { fileKind, type FileKind } from './file-kind.js'
import type { EditedLine, LinePair } from './edited-line.js'
import { pairLines } from './pair-lines.js'
import { findReordered } from './reordered-lines.js'
import { readDiff, type DiffLine, type Hunk } from './diff.js'

/** The effective changes of a diff. */
export interface Edit {
  hunks: readonly Hunk[]
  removed: readonly EditedLine[]
  added: readonly EditedLine[]
  /** Removed lines with their replacements. */
  pairs: readonly LinePair[]
  /** Removed and added lines without a counterpart. */
  lost: readonly EditedLine[]
  gained: readonly EditedLine[]
  /** All lines of code that the diff shows on each side, including unchanged ones. */
  before: string
  after: string
  /** Lines that changed order relative to others. */
  reordered: readonly EditedLine[]
  /** Kinds of the files in the diff, or else of those that the change names. */
  kinds: readonly FileKind[]
  /** True if there was a diff to read. */
  known: boolean
}

/** Parses a diff and ignores everything that only moved. */
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

/** The lines of `list` that aren't in `other`; duplicates must be matched individually. */
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

/** The code without the spaces around brackets and commas that formatters add and remove. Quoted text is unchanged. */
function unspaced(code: string): string {
  return code
    .split(quoted)
    .map((part, index) => (index % 2 === 1 ? part : part.replace(/ ?([(){}[\],]) ?/g, '$1')))
    .join('')
}
