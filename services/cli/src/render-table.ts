import stringWidth from 'string-width'
import { toLine } from './terminal-text.js'

/** A column of a table for people. */
export interface Column {
  heading: string
  /** Columns of the terminal; more when a cell needs them. */
  widthMin?: number
  /** Whether its cells are cut where the terminal is too narrow. */
  isFlexible?: boolean
}

const gap = '  '
const flexibleWidthMin = 20

/**
 * A table, a line a row, made safe for terminals.
 * @param width Width of the terminal in its columns, of which wide characters take two; flexible columns are cut to fit. Without it nothing is cut.
 */
export function renderTable(columns: readonly Column[], rows: readonly (readonly string[])[], width?: number): string {
  const lines = [columns.map(({ heading }) => heading), ...rows.map((row) => row.map(toLine))]
  const widths = fit(
    columns,
    columns.map(({ widthMin = 0 }, index) =>
      lines.reduce((widest, line) => Math.max(widest, stringWidth(line[index] ?? '')), widthMin),
    ),
    width,
  )
  return lines.map((line) => renderLine(line, widths)).join('')
}

function fit(columns: readonly Column[], widths: readonly number[], width: number | undefined): number[] {
  if (width === undefined) return [...widths]
  const fixed = widths.reduce((sum, each, index) => sum + (columns[index]?.isFlexible ? 0 : each), 0)
  const left = width - fixed - gap.length * (columns.length - 1)
  const flexible = columns.filter(({ isFlexible }) => isFlexible).length
  const share = Math.max(flexibleWidthMin, Math.floor(left / Math.max(1, flexible)))
  return widths.map((each, index) => (columns[index]?.isFlexible ? Math.min(each, share) : each))
}

function renderLine(cells: readonly string[], widths: readonly number[]): string {
  const padded = cells.map((cell, index) => pad(cut(cell, widths[index] ?? 0), widths[index] ?? 0))
  return `${padded.join(gap).trimEnd()}\n`
}

function pad(cell: string, width: number): string {
  return cell + ' '.repeat(Math.max(0, width - stringWidth(cell)))
}

const characters = new Intl.Segmenter()

function cut(cell: string, width: number): string {
  if (stringWidth(cell) <= width) return cell
  let kept = ''
  for (const { segment } of characters.segment(cell)) {
    if (stringWidth(kept + segment) >= width) break
    kept += segment
  }
  return `${kept}…`
}
