import type { CliEnvironment } from './environment.js'
import { renderTable, type Column } from './render-table.js'

/** A part of a list, and how it is shown. */
export interface ShownList<Item> {
  items: readonly Item[]
  /** What asks for the rest, as the command takes it; null when nothing is left. */
  next?: string | null
  columns: readonly Column[]
  toRow: (item: Item) => readonly string[]
  /** A sentence for people, when there are no items. */
  empty: string
}

/** Writes a list as JSON, `{"items": […], "next": …}`, or as a table for people. */
export function writeList<Item>(
  { stdout }: Pick<CliEnvironment, 'stdout'>,
  { items, next = null, columns, toRow, empty }: ShownList<Item>,
  { json }: { json: boolean },
): void {
  if (json) writeJson({ stdout }, { items, next })
  else if (items.length === 0) stdout.write(`${empty}\n`)
  else stdout.write(renderTable(columns, items.map(toRow), stdout.columns))
}

/** Writes a value as indented JSON, with a line end. */
export function writeJson({ stdout }: Pick<CliEnvironment, 'stdout'>, value: unknown): void {
  stdout.write(`${JSON.stringify(value, null, 2)}\n`)
}
