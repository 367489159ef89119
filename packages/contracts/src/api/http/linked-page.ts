import { Type, type Static, type TSchema } from 'typebox'

/** A page of a list whose neighbour is named by a `Link` header. As JSON it is the list alone. */
export class LinkedPage<Item> {
  readonly items: readonly Item[]
  /** Text of the header. */
  readonly link: string

  /** @param next Where the next page is, relative to the server, and its cursor; undefined on the last page. */
  constructor(items: readonly Item[], next: { path: string; cursor: string } | undefined) {
    this.items = items
    const { path, cursor } = next ?? { path: '', cursor: '' }
    this.link = `<${path}>; rel="next"; results="${next !== undefined}"; cursor="${cursor}"`
  }

  toJSON(): readonly Item[] {
    return this.items
  }
}

/** Cursor of lists that are read by place, as Sentry's clients know them: how many entries came before, between zeros. */
export function placeCursor(before: number): string {
  return `0:${before}:0`
}

/** @returns how many entries came before; 0 for the empty cursor. */
export function readPlaceCursor(cursor: string): number {
  return Number(cursor.split(':')[1] ?? 0)
}

/** Response of a route whose handler answers `LinkedPage`. */
export function LinkedPageOf<S extends TSchema>(item: S) {
  return Type.Unsafe<LinkedPage<Static<S>>>({
    type: 'array',
    items: item,
    description: 'The `Link` header contains the next page, marked with `results="true"`',
  })
}
