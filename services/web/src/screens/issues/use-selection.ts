import type { ListedIssue } from '@signalbox/contracts'
import { useCallback, useRef, useState } from 'react'

/** The selected issues. They stay selected while the list changes. */
export interface Selection {
  chosen: ReadonlyMap<string, ListedIssue>
  /** Selects or deselects an issue; with `isRange`, all from the last selected one on. */
  toggle(issue: ListedIssue, isRange: boolean): void
  setAll(issues: readonly ListedIssue[]): void
  clear(): void
}

export function useSelection(loaded: () => readonly ListedIssue[]): Selection {
  const [chosen, setChosen] = useState<ReadonlyMap<string, ListedIssue>>(new Map())
  const last = useRef<string>(undefined)
  const readLoaded = useRef(loaded)
  readLoaded.current = loaded
  const toggle = useCallback((issue: ListedIssue, isRange: boolean) => {
    const from = isRange ? last.current : undefined
    last.current = issue.id
    setChosen((before) => {
      const span = from === undefined ? [issue] : between(readLoaded.current(), from, issue.id)
      const after = new Map(before)
      const isAdded = !before.has(issue.id)
      for (const each of span) {
        if (isAdded) after.set(each.id, each)
        else after.delete(each.id)
      }
      return after
    })
  }, [])
  const setAll = useCallback(
    (issues: readonly ListedIssue[]) => setChosen(new Map(issues.map((issue) => [issue.id, issue]))),
    [],
  )
  const clear = useCallback(() => setChosen(new Map()), [])
  return { chosen, toggle, setAll, clear }
}

/** The issues between two others in list order, both included. */
export function between<I extends { id: string }>(issues: readonly I[], from: string, to: string): I[] {
  const ends = [issues.findIndex(({ id }) => id === from), issues.findIndex(({ id }) => id === to)]
  const [first, last] = [Math.min(...ends), Math.max(...ends)]
  return issues.slice(Math.max(0, first), last + 1)
}
