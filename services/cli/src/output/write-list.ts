import type { CliEnvironment } from '../environment.js'
import { renderTable, type Column } from './render-table.js'
import { screenOf } from './screen.js'

/** A page of a list, and how to show it. */
export interface ShownList<Item> {
  items: readonly Item[]
  /** The `--after` value for the next page; null if there is none. */
  next?: string | null
  columns: readonly Column[]
  toRow: (item: Item) => readonly string[]
  /** A sentence shown to people if there are no items. */
  empty: string
  /** Number of items on all pages, if the server counts them. */
  total?: number
}

/**
 * Writes a list as JSON, `{"items": […], "next": …}`, or as a table for people. The hint on how to get the next page is
 * not part of standard output, so a pipe receives items only.
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

/** Writes a value as indented JSON with a trailing newline. */
export function writeJson({ stdout }: Pick<CliEnvironment, 'stdout'>, value: unknown): void {
  stdout.write(`${JSON.stringify(value, null, 2)}\n`)
}
