import { useSyncExternalStore } from 'react'

const narrow = matchMedia('(max-width: 767px)')
/** Of a row in pixels, as `issues.module.css` makes it: fixed, so that a hundred thousand need no measuring. */
export const rowHeights = { wide: 55, narrow: 88 } as const

/** Whether rows are those of telephones. */
export function useIsNarrow(): boolean {
  return useSyncExternalStore(watch, () => narrow.matches)
}

function watch(listener: () => void): () => void {
  narrow.addEventListener('change', listener)
  return () => narrow.removeEventListener('change', listener)
}
