import stringWidth from 'string-width'
import { colorState, dim, toRelativeTime, type Screen } from './screen.js'
import { toLine } from './terminal-text.js'

/** A column of a table for people. */
export interface Column {
  heading: string
  /** Minimum width in terminal columns; cells may need more. */
  widthMin?: number
  /** True if its cells may be truncated on narrow terminals. */
  isFlexible?: boolean
  /** True if its cells are ISO times, which terminals show relative to now. */
  isTime?: boolean
  /** True if its cells start with the name of a state, which terminals show in its color. */
  isState?: boolean
}

const gap = '  '
const flexibleWidthMin = 16

/**
 * Renders a table with one line per row, safe for terminals. Flexible columns are truncated to fit; if that is not
 * enough, each row becomes a block with one line per column. Ids and URLs are never truncated. Without a width, nothing
 * is truncated.
 */
export function renderTable(columns: readonly Column[], rows: readonly (readonly string[])[], screen: Screen): string {
  const cells = rows.map((row) => columns.map((column, index) => toCell(row[index] ?? '', column, screen)))
  const widths = fit(columns, cells, screen.width)
  if (widths === undefined) return cells.map((row) => renderBlock(columns, row, screen)).join('\n')
  const heading = renderLine(
    columns.map(() => ({})),
    columns.map((column) => column.heading),
    { widths, screen },
  )
  const lines = cells.map((row) => renderLine(columns, row, { widths, screen }))
  return [`${dim(heading.trimEnd(), screen)}\n`, ...lines].join('')
}

function toCell(text: string, { isTime }: Column, { width, now }: Screen): string {
  return toLine(isTime && width !== undefined ? toRelativeTime(text, now) : text)
}

/** @returns the column widths; undefined if a row would not fit on a line. */
function fit(
  columns: readonly Column[],
  cells: readonly (readonly string[])[],
  width: number | undefined,
): number[] | undefined {
  const widths = columns.map(({ heading, widthMin = 0 }, index) =>
    cells.reduce(
      (widest, row) => Math.max(widest, stringWidth(row[index] ?? '')),
      Math.max(widthMin, stringWidth(heading)),
    ),
  )
  if (width === undefined) return widths
  let excess = widths.reduce((sum, each) => sum + each, 0) + gap.length * (columns.length - 1) - width
  while (excess > 0) {
    const widest = findWidest(columns, widths)
    if (widest === undefined) return undefined
    widths[widest] = (widths[widest] ?? 0) - 1
    excess--
  }
  return widths
}

/** The flexible column with the most room to shrink. */
function findWidest(columns: readonly Column[], widths: readonly number[]): number | undefined {
  let [found, most]: [number | undefined, number] = [undefined, flexibleWidthMin]
  for (const [index, width] of widths.entries()) {
    if (columns[index]?.isFlexible && width > most) [found, most] = [index, width]
  }
  return found
}

function renderLine(
  columns: readonly Pick<Column, 'isState'>[],
  cells: readonly string[],
  { widths, screen }: { widths: readonly number[]; screen: Screen },
): string {
  const padded = cells.map((cell, index) => {
    const text = cut(cell, widths[index] ?? 0)
    const padding = index === cells.length - 1 ? '' : ' '.repeat(Math.max(0, (widths[index] ?? 0) - stringWidth(text)))
    return `${columns[index]?.isState ? colorState(text, screen) : text}${padding}`
  })
  return `${padded.join(gap).trimEnd()}\n`
}

/** One row as a block: values that do not fit next to their heading get their own line. */
function renderBlock(columns: readonly Column[], cells: readonly string[], screen: Screen): string {
  const { width = Infinity } = screen
  const nameWidth = Math.max(...columns.map(({ heading }) => heading.length))
  const room = width - nameWidth - gap.length
  return columns
    .flatMap((column, index) => {
      const cell = cells[index] ?? ''
      if (cell === '') return []
      const name = dim(column.heading.padEnd(nameWidth), screen)
      if (stringWidth(cell) > room && !column.isFlexible) return [`${name.trimEnd()}\n`, `${cell}\n`]
      const text = column.isFlexible ? cut(cell, room) : cell
      return [`${name}${gap}${column.isState ? colorState(text, screen) : text}\n`]
    })
    .join('')
}

const characters = new Intl.Segmenter()

/** Truncates a text to a number of columns, with an ellipsis. */
export function cut(cell: string, width: number): string {
  if (stringWidth(cell) <= width) return cell
  let kept = ''
  for (const { segment } of characters.segment(cell)) {
    if (stringWidth(kept + segment) >= width) break
    kept += segment
  }
  return `${kept}…`
}
