import { Type, type Static, type TSchema } from 'typebox'

/** A page of a list with a `Link` header for its neighbors. In JSON, only the list. */
export class LinkedPage<Item> {
  readonly items: readonly Item[]
  /** Value of the header. */
  readonly link: string

  /** @param next Path and cursor of the next page; undefined on the last page. */
  constructor(items: readonly Item[], next: { path: string; cursor: string } | undefined) {
    this.items = items
    const { path, cursor } = next ?? { path: '', cursor: '' }
    this.link = `<${path}>; rel="next"; results="${next !== undefined}"; cursor="${cursor}"`
  }

  toJSON(): readonly Item[] {
    return this.items
  }
}

/** Cursor of lists with offsets, in the format of Sentry's clients: the number of earlier entries, between zeros. */
export function placeCursor(before: number): string {
  return `0:${before}:0`
}

/** @returns the number of earlier entries; 0 for the empty cursor. */
export function readPlaceCursor(cursor: string): number {
  return Number(cursor.split(':')[1] ?? 0)
}

/** Response of a route whose handler returns `LinkedPage`. */
export function LinkedPageOf<S extends TSchema>(item: S) {
  return Type.Unsafe<LinkedPage<Static<S>>>({
    type: 'array',
    items: item,
    description: 'The `Link` header contains the next page, marked with `results="true"`',
  })
}
