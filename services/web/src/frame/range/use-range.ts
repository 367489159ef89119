import { useNavigate, useSearch } from '@tanstack/react-router'
import { changeFrameSearch, rangeOf, type FrameSearch, type Range } from './range.js'

/** The current view's range, from the address. */
export function useRange(): Range {
  return rangeOf(useFrameSearch())
}

/** Project and range in the address. */
export function useFrameSearch(): FrameSearch {
  return useSearch({ strict: false })
}

/** Changes range or project in the address and stays on the page. */
export function useChangeFrameSearch(): (change: FrameSearch) => void {
  const navigate = useNavigate()
  return (change) => {
    void navigate({ to: '.', search: (before) => changeFrameSearch(before, change) })
  }
}
