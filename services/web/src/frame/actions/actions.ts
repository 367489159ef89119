import { useId, useLayoutEffect, useRef } from 'react'
import type { IconName } from '../../parts/icon/icon.js'
import { createStore, useStore } from '../../state/store.js'

/**
 * Something that can be done on the page that is shown. One list feeds the keyboard, the command palette and the
 * overlay of all keys, so that none of them knows more than the others.
 */
export interface Action {
  id: string
  /** A verb and its object: `Resolve CHECKOUT-118`. */
  text: string
  /** One key as `KeyboardEvent.key` says it (`e`, `[`), or two after each other (`g i`). None: only in the palette. */
  keys?: string
  icon?: IconName
  /** Kept out of the palette: moving about, which only makes sense by key. */
  isKeyOnly?: boolean
  run(): void
}

/** Actions under one heading. */
export interface ActionGroup {
  heading: string
  actions: readonly Action[]
}

const groups = createStore<ReadonlyMap<string, ActionGroup>>(new Map())

/** Offers actions while the component is shown. They may be new objects each time: the newest is the one that runs. */
export function useActions(heading: string, actions: readonly Action[]): void {
  const id = useId()
  const newest = useRef(actions)
  newest.current = actions
  // What people see of the actions decides whether the list changed; their functions always change.
  const looks = actions.map((action) => `${action.id}\n${action.text}\n${action.keys ?? ''}`).join('\n\n')
  // Before the page is painted: what can be seen can be done by its key.
  useLayoutEffect(() => {
    const stable = newest.current.map((action) => ({
      ...action,
      run: () => newest.current.find((each) => each.id === action.id)?.run(),
    }))
    groups.set(new Map([...groups.get(), [id, { heading, actions: stable }]]))
    return () => {
      groups.set(new Map([...groups.get()].filter(([key]) => key !== id)))
    }
  }, [id, heading, looks])
}

/** What can be done now: what belongs to the page first, what belongs to the frame last. */
export function readActionGroups(): ActionGroup[] {
  return [...groups.get().values()].reverse().filter(({ actions }) => actions.length > 0)
}

export function useActionGroups(): ActionGroup[] {
  useStore(groups)
  return readActionGroups()
}
