import { formatNumber } from './format-number.js'
import type { Spread, Summary } from './summary.js'

const columns = ['what', 'value', 'baseline', 'ratio', 'from … to', 'aim'] as const

/**
 * A Markdown table for the terminal and for documents. `from … to` is the spread of the ratio, otherwise of the value.
 */
export function renderText(summaries: readonly Summary[]): string {
  const rows = summaries.map(({ name, value, baseline, ratio, unit, aim }) => [
    name,
    `${formatNumber(value.median)} ${unit}`,
    baseline === undefined ? '' : `${formatNumber(baseline.median)} ${unit}`,
    ratio === undefined ? '' : formatNumber(ratio.median),
    spreadText(ratio ?? value),
    aim ?? '',
  ])
  const widths = columns.map((column, index) =>
    Math.max(column.length, ...rows.map((row) => (row[index] ?? '').length)),
  )
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join(' | ')} |`
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`
  return [line(columns), rule, ...rows.map(line)].join('\n')
}

function spreadText({ min, max }: Spread): string {
  return min === max ? '' : `${formatNumber(min)} … ${formatNumber(max)}`
}
