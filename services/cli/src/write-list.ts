import type { CliEnvironment } from './environment.js'
import { renderTable, type Column } from './render-table.js'
import { screenOf } from './screen.js'

/** A part of a list, and how it is shown. */
export interface ShownList<Item> {
  items: readonly Item[]
  /** What asks for the rest, as `--after` takes it; null when nothing is left. */
  next?: string | null
  columns: readonly Column[]
  toRow: (item: Item) => readonly string[]
  /** A sentence for people, when there are no items. */
  empty: string
  /** Items of all parts, where the server counts them. */
  total?: number
}

/**
 * Writes a list as JSON, `{"items": […], "next": …}`, or as a table for people. Who reads a table is told beside it how to
 * get the rest, so that a pipe gets items only.
 */
export function writeList<Item>(
  environment: Pick<CliEnvironment, 'stdout' | 'stderr' | 'env' | 'clock'>,
  { items, next = null, columns, toRow, empty, total }: ShownList<Item>,
  { json }: { json: boolean },
): void {
  const { stdout, stderr } = environment
  if (json) {
    writeJson(environment, { items, next })
    return
  }
  if (items.length === 0) stdout.write(`${empty}\n`)
  else stdout.write(renderTable(columns, items.map(toRow), screenOf(environment)))
  if (next === null) return
  const shown = total === undefined ? 'There are more' : `${items.length} of ${total} shown`
  stderr.write(`${shown}: continue with --after ${next}, or list more at once with --limit.\n`)
}

/** Writes a value as indented JSON, with a line end. */
export function writeJson({ stdout }: Pick<CliEnvironment, 'stdout'>, value: unknown): void {
  stdout.write(`${JSON.stringify(value, null, 2)}\n`)
}
