import { useNavigate, useSearch } from '@tanstack/react-router'
import { changeFrameSearch, rangeOf, type FrameSearch, type Range } from './range.js'

/** The range of the view that is shown, from its address. */
export function useRange(): Range {
  return rangeOf(useFrameSearch())
}

/** What the address says about project and time. */
export function useFrameSearch(): FrameSearch {
  return useSearch({ strict: false })
}

/** Puts another range or project into the address and stays on the page. */
export function useChangeFrameSearch(): (change: FrameSearch) => void {
  const navigate = useNavigate()
  return (change) => {
    void navigate({ to: '.', search: (before) => changeFrameSearch(before, change) })
  }
}
