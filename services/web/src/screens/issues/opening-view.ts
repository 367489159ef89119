import { createKeptStore } from '../../state/kept-store.js'
import { isSort } from './search.js'
import type { Opening } from './views.js'

/** What the list opens with for whoever signed in last with this browser; undefined when they chose nothing. */
export const openingView = createKeptStore<Opening | undefined>({
  name: 'opening-view',
  read: readOpening,
  write: (opening) => JSON.stringify(opening ?? null),
})

/** @param text As it was kept: anything, or nothing. */
export function readOpening(text: string | null): Opening | undefined {
  try {
    const kept: unknown = JSON.parse(text ?? 'null')
    return isOpening(kept) ? kept : undefined
  } catch {
    // Not what this page wrote.
    return undefined
  }
}

function isOpening(value: unknown): value is Opening {
  if (typeof value !== 'object' || value === null) return false
  if (!('memberId' in value && 'query' in value && 'sort' in value)) return false
  return typeof value.memberId === 'string' && typeof value.query === 'string' && isSort(value.sort)
}
