import { useId, useLayoutEffect, useRef } from 'react'
import type { IconName } from '../../parts/icon/icon.js'
import { createStore, useStore } from '../../state/store.js'

/**
 * An action available on the current page. One list feeds the keyboard, the command palette and the shortcut overlay,
 * so all of them agree.
 */
export interface Action {
  id: string
  /** Verb and object: `Resolve CHECKOUT-118`. */
  text: string
  /** A `KeyboardEvent.key` (`e`, `[`), or two in sequence (`g i`). None: palette only. */
  keys?: string
  icon?: IconName
  /** Hidden from the palette: navigation that only makes sense by key. */
  isKeyOnly?: boolean
  run(): void
}

/** Actions under one heading. */
export interface ActionGroup {
  heading: string
  actions: readonly Action[]
}

const groups = createStore<ReadonlyMap<string, ActionGroup>>(new Map())

/** Registers actions while the component is mounted. They may be new objects on each render: the latest one runs. */
export function useActions(heading: string, actions: readonly Action[]): void {
  const id = useId()
  const newest = useRef(actions)
  newest.current = actions
  // Only visible properties decide whether the list changed; functions always change.
  const looks = actions.map((action) => `${action.id}\n${action.text}\n${action.keys ?? ''}`).join('\n\n')
  // Before paint: whatever is visible can be triggered by its key.
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

/** Current actions: the page's first, the frame's last. */
export function readActionGroups(): ActionGroup[] {
  return [...groups.get().values()].reverse().filter(({ actions }) => actions.length > 0)
}

export function useActionGroups(): ActionGroup[] {
  useStore(groups)
  return readActionGroups()
}
