import { createPersistedStore } from '../../state/persisted-store.js'
import { isSort } from './search.js'
import type { Opening } from './views.js'

/** The opening view of this browser's last person; undefined if they chose none. */
export const openingView = createPersistedStore<Opening | undefined>({
  name: 'opening-view',
  read: readOpening,
  write: (opening) => JSON.stringify(opening ?? null),
})

/** @param text stored text: anything, or null. */
export function readOpening(text: string | null): Opening | undefined {
  try {
    const kept: unknown = JSON.parse(text ?? 'null')
    return isOpening(kept) ? kept : undefined
  } catch {
    // Not written by this page.
    return undefined
  }
}

function isOpening(value: unknown): value is Opening {
  if (typeof value !== 'object' || value === null) return false
  if (!('memberId' in value && 'query' in value && 'sort' in value)) return false
  return typeof value.memberId === 'string' && typeof value.query === 'string' && isSort(value.sort)
}
