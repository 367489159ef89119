/** One line of Prometheus' text format. */
export interface ExposedValue {
  /** Name and labels in the format's own notation, the labels in order of their names: `up{job="a"}`. */
  series: string
  value: number
}

/** What a page says, and how many of its lines are none of the format. */
export interface Exposition {
  values: ExposedValue[]
  faulty: number
}

const nameAndRest = /^([a-zA-Z_:][a-zA-Z0-9_:]*)\s*(\{)?/
const label = /\s*([a-zA-Z_][a-zA-Z0-9_]*)\s*=\s*"((?:[^"\\]|\\.)*)"\s*(,|(?=\}))/y
const numbers: Readonly<Record<string, number>> = {
  '+Inf': Infinity,
  Inf: Infinity,
  '-Inf': -Infinity,
  NaN: Number.NaN,
}

/**
 * Reads a page in Prometheus' text format, or in OpenMetrics', whose lines are the same. Histograms and summaries stay
 * what they are on the page: a series for each bucket or quantile, one for the sum and one for the count. Times on the
 * page are left out: what is exposed holds now.
 */
export function parseExposition(text: string): Exposition {
  const values: ExposedValue[] = []
  let faulty = 0
  for (const line of text.split('\n')) {
    const trimmed = line.trim()
    if (trimmed === '' || trimmed.startsWith('#')) continue
    const value = parseLine(trimmed)
    if (value === undefined) faulty += 1
    else values.push(value)
  }
  return { values, faulty }
}

function parseLine(line: string): ExposedValue | undefined {
  const start = nameAndRest.exec(line)
  if (!start) return undefined
  const [matched, name = '', brace] = start
  const labels = brace === undefined ? { texts: [], end: matched.length } : parseLabels(line, matched.length)
  if (labels === undefined) return undefined
  const [number = ''] = line.slice(labels.end).trim().split(/\s+/)
  const value = numbers[number] ?? (number === '' ? undefined : Number(number))
  if (value === undefined || (Number.isNaN(value) && number !== 'NaN')) return undefined
  const inOrder = labels.texts.sort().join(',')
  return { series: inOrder === '' ? name : `${name}{${inOrder}}`, value }
}

// The labels that begin at a position, and where what follows the closing brace begins.
function parseLabels(line: string, from: number): { texts: string[]; end: number } | undefined {
  const texts: string[] = []
  let position = from
  for (;;) {
    label.lastIndex = position
    const match = label.exec(line)
    if (!match) break
    texts.push(`${match[1] ?? ''}="${match[2] ?? ''}"`)
    position = label.lastIndex
  }
  const rest = /^\s*\}/.exec(line.slice(position))
  return rest ? { texts, end: position + rest[0].length } : undefined
}
