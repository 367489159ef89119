/** One line of a unified diff. */
export interface DiffLine {
  sign: ' ' | '-' | '+'
  /** The text without the sign. */
  text: string
  /** The code without indentation, comments and formatting; empty for comments and blank lines. */
  code: string
}

/** A group of adjacent lines. */
export interface Hunk {
  path: string
  /** The enclosing function or section, if the diff names it. */
  heading: string
  lines: readonly DiffLine[]
}

interface OpenHunk extends Hunk {
  lines: DiffLine[]
}

const hunkMark = '@@'

/**
 * Parses a unified diff, including those whose hunk headers contain paths (`@@ path @@ function`) or that name no file.
 * @param files Files the change touches: used as the path of hunks that name none.
 */
export function readDiff(diff: string, files: readonly string[]): Hunk[] {
  const hunks: OpenHunk[] = []
  let path = files[0] ?? ''
  let open: OpenHunk = { path, heading: '', lines: [] }
  const start = (heading: string) => {
    if (open.lines.length > 0) hunks.push(open)
    open = { path, heading, lines: [] }
  }
  for (const line of diff.split('\n')) {
    const file = /^(?:---|\+\+\+) (?:[ab]\/)?(\S+)/.exec(line)?.[1]
    if (file !== undefined) {
      if (file !== '/dev/null') path = file
      start('')
      continue
    }
    if (line.startsWith(hunkMark)) {
      const { place, section } = readHunkHead(line)
      const named = /^([\w.-]*[/.][\w./-]+)/.exec(place)?.[1]
      if (named !== undefined) path = named
      start(`${named === undefined ? '' : place.slice(named.length)} ${section}`.trim())
      continue
    }
    if (/^(diff |index |new file|deleted file|similarity |rename |Binary )/.test(line)) continue
    open.lines.push(toLine(line))
  }
  if (open.lines.length > 0) hunks.push(open)
  return hunks
}

/** @param line `@@ place @@ section`; the second half may be missing. */
function readHunkHead(line: string): { place: string; section: string } {
  const rest = line.slice(hunkMark.length).replace(/^ /, '')
  const end = rest.indexOf(hunkMark)
  if (end === -1) return { place: rest, section: '' }
  return {
    place: rest.slice(0, end).replace(/ $/, ''),
    section: rest.slice(end + hunkMark.length).replace(/^ /, ''),
  }
}

function toLine(line: string): DiffLine {
  const first = line[0]
  const sign = first === '-' || first === '+' ? first : ' '
  const text = first === '-' || first === '+' || first === ' ' ? line.slice(1) : line
  return { sign, text, code: codeOf(text) }
}

/** Longer lines are generated or minified: only their beginning matters. */
const lineLengthMax = 400

/** The line without comments and anything else that doesn't execute. */
function codeOf(text: string): string {
  const trimmed = text.slice(0, lineLengthMax).trim()
  if (/^(\/\/|\/\*|\*\/|\*(\s|$)|#(?!include|define|if|!|\[)|--\s|<!--|"""|'''|;)/.test(trimmed)) return ''
  return trimmed
    .replace(/\s(\/\/|#)\s.*$/, '')
    .replace(/\s+/g, ' ')
    .replace(/[,;]$/, '')
    .trim()
}
