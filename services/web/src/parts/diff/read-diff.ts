/** One line of a unified diff. */
export interface DiffLine {
  kind: 'added' | 'removed' | 'same' | 'head'
  text: string
  /** Line in the new file, or in the old one if removed; undefined before the first hunk that gives numbers. */
  number: number | undefined
}

/** Parses a unified diff. Line numbers come from its hunk headers. */
export function readDiff(text: string): DiffLine[] {
  const next: { old: number | undefined; new: number | undefined } = { old: undefined, new: undefined }
  const take = (side: 'old' | 'new') => {
    const number = next[side]
    if (number !== undefined) next[side] = number + 1
    return number
  }
  return text.split('\n').map((line) => {
    const kind = kindOf(line)
    if (kind === 'head') {
      const [, from, to] = /^@@ -(\d+)(?:[^\s\d]\S*)? \+(\d+)/.exec(line) ?? []
      if (from !== undefined && to !== undefined) Object.assign(next, { old: Number(from), new: Number(to) })
      return { kind, text: line, number: undefined }
    }
    const old = kind === 'added' ? undefined : take('old')
    return { kind, text: line, number: kind === 'removed' ? old : take('new') }
  })
}

function kindOf(line: string): DiffLine['kind'] {
  if (/^(?:@@|\+\+\+ |--- |diff |index )/.test(line)) return 'head'
  if (line.startsWith('+')) return 'added'
  return line.startsWith('-') ? 'removed' : 'same'
}

/** Positions of the lines that contain a text: changed ones if there are any, otherwise the unchanged ones. */
export function findInDiff(lines: readonly DiffLine[], texts: readonly string[]): ReadonlySet<number> {
  const wanted = texts.flatMap((text) => text.split('\n')).filter((text) => text.trim() !== '')
  const hits = lines.flatMap(({ text }, index) => (wanted.some((each) => text.includes(each)) ? [index] : []))
  const changed = hits.filter((index) => lines[index]?.kind === 'added' || lines[index]?.kind === 'removed')
  return new Set(changed.length > 0 ? changed : hits)
}
