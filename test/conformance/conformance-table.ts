/** A line of the table: the expected and actual outcome of a request or item. */
export interface ConformanceResult {
  /** Name of the recorded request or edge case. */
  name: string
  /** The compared field, such as `status`, `event`, `check_in`. */
  subject: string
  expected: unknown
  got: unknown
}

/** True if expected and got are equal as JSON, whatever the key order. */
export function conforms({ expected, got }: ConformanceResult): boolean {
  return canonical(expected) === canonical(got)
}

/** Renders the results as a table: differences in full, others summarized by subject. */
export function renderTable(results: readonly ConformanceResult[]): string {
  const header = row(['request', 'subject', 'expected', 'got'], '')
  const lines = results.map((result) =>
    row(
      [result.name, result.subject, short(result.expected), short(result.got)],
      conforms(result) ? 'same' : '<-- differs',
    ),
  )
  const wrong = results.filter((result) => !conforms(result))
  const details = wrong.map(({ name, subject, expected, got }) => {
    return `${name} ${subject}\n  expected ${canonical(expected)}\n  got      ${canonical(got)}`
  })
  const summary = `${results.length} compared, ${results.length - wrong.length} the same, ${wrong.length} different`
  return [header, ...lines, summary, ...details].join('\n')
}

const widths = [40, 14, 48, 48]

function row(cells: readonly string[], verdict: string): string {
  return [...cells.map((cell, index) => cell.padEnd(widths[index] ?? 0)), verdict].join(' ')
}

function short(value: unknown): string {
  const text = canonical(value)
  return text.length > 48 ? `${text.slice(0, 45)}...` : text
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, entry: unknown) => {
    if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return entry
    return Object.fromEntries(Object.entries(entry).sort(([a], [b]) => (a < b ? -1 : 1)))
  })
}
