/** One line of the Prometheus text format. */
export interface ExposedValue {
  /** Name and labels in the format's notation, with labels sorted by name: `up{job="a"}`. */
  series: string
  value: number
}

/** The values of a page, and the number of invalid lines. */
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
 * Parses a page in the Prometheus text format, or in OpenMetrics, whose lines are the same. Histograms and summaries
 * stay as exposed: one series per bucket or quantile, one for the sum and one for the count. Timestamps are ignored:
 * exposed values are current.
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

// The labels from a position on, and the position after the closing brace.
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
