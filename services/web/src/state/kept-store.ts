import { createStore, type Store } from './store.js'

/** How a choice is written in the browser's storage. */
export interface KeptChoice<T> {
  /** Name in the storage. */
  name: string
  /** @param text What is kept; null when nothing is, or when storage is turned off. */
  read(text: string | null): T
  write(value: T): string
}

/** A store of one person's choice that this browser keeps. Where storage is turned off it holds until the page is left. */
export function createKeptStore<T>({ name, read, write }: KeptChoice<T>): Store<T> {
  const store = createStore(read(readKept(name)))
  return {
    ...store,
    set: (next) => {
      store.set(next)
      keep(name, write(next))
    },
  }
}

function readKept(name: string): string | null {
  try {
    return localStorage.getItem(name)
  } catch {
    // Storage is turned off, or this is not a browser.
    return null
  }
}

function keep(name: string, text: string): void {
  try {
    localStorage.setItem(name, text)
  } catch {
    // Storage is turned off or full: the choice holds until the page is left.
  }
}
