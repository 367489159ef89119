import { useSyncExternalStore } from 'react'

const narrow = '(max-width: 767px)'
const heights = { wide: 55, narrow: 88 } as const

/** Height of a row in pixels, as `issues.module.css` makes it: fixed, so that a hundred thousand need no measuring. */
export function useRowHeight(): number {
  const isNarrow = useSyncExternalStore(watch, () => matchMedia(narrow).matches)
  return isNarrow ? heights.narrow : heights.wide
}

function watch(listener: () => void): () => void {
  const query = matchMedia(narrow)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}
