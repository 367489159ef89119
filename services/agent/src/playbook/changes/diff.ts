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

const hunkHead = /^@@ ?(.*?)(?: ?@@ ?(.*))?$/s

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
    const head = hunkHead.exec(line)
    if (head) {
      const named = /^([\w.-]*[/.][\w./-]+)/.exec(head[1] ?? '')?.[1]
      if (named !== undefined) path = named
      start(`${named === undefined ? '' : (head[1] ?? '').slice(named.length)} ${head[2] ?? ''}`.trim())
      continue
    }
    if (/^(diff |index |new file|deleted file|similarity |rename |Binary )/.test(line)) continue
    open.lines.push(toLine(line))
  }
  if (open.lines.length > 0) hunks.push(open)
  return hunks
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
