import { useSyncExternalStore } from 'react'

const narrow = matchMedia('(max-width: 767px)')
/** Row heights in pixels, matching `issues.module.css`: fixed, so that a hundred thousand rows need no measuring. */
export const rowHeights = { wide: 55, narrow: 88 } as const

/** True if rows have the phone layout. */
export function useIsNarrow(): boolean {
  return useSyncExternalStore(watch, () => narrow.matches)
}

function watch(listener: () => void): () => void {
  narrow.addEventListener('change', listener)
  return () => narrow.removeEventListener('change', listener)
}
