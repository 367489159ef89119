/** One measured value; those with a baseline were taken in turn with it, in the same run. */
export interface Measurement {
  name: string
  value: number
  unit: string
  /** What the same machine did without us, in the same unit. */
  baseline?: number
  /** What is aimed at; printed beside the ratio or value. */
  aim?: string
}

export function median(values: readonly number[]): number {
  return percentile(values, 50)
}

/** The nearest-rank percentile; NaN for no values. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? Number.NaN
}

/** @param startedAt As `performance.now()`. */
export function perSecond(count: number, startedAt: number): number {
  return (count / (performance.now() - startedAt)) * 1_000
}

const columns = ['what', 'value', 'baseline', 'ratio', 'aim'] as const

/** A Markdown table, for the terminal and for the documents alike. */
export function renderMeasurements(measurements: readonly Measurement[]): string {
  const rows = measurements.map((measurement) => [
    measurement.name,
    `${formatNumber(measurement.value)} ${measurement.unit}`,
    measurement.baseline === undefined ? '' : `${formatNumber(measurement.baseline)} ${measurement.unit}`,
    measurement.baseline === undefined ? '' : (measurement.value / measurement.baseline).toFixed(2),
    measurement.aim ?? '',
  ])
  const widths = columns.map((column, index) =>
    Math.max(column.length, ...rows.map((row) => (row[index] ?? '').length)),
  )
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join(' | ')} |`
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`
  return [line(columns), rule, ...rows.map(line)].join('\n')
}

function formatNumber(value: number): string {
  if (Math.abs(value) >= 1_000) return Math.round(value).toLocaleString('en')
  return Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(value >= 10 ? 1 : 2)
}
