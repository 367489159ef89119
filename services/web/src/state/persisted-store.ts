import { createStore, type Store } from './store.js'

/** How a choice is stored in the browser. */
export interface PersistedChoice<T> {
  /** Storage key. */
  name: string
  /** @param text stored text; null if there is none or storage is disabled. */
  read(text: string | null): T
  write(value: T): string
}

/** A store for a person's choice, persisted in this browser. Without storage, it lasts until the page is closed. */
export function createPersistedStore<T>({ name, read, write }: PersistedChoice<T>): Store<T> {
  const store = createStore(read(readStored(name)))
  return {
    ...store,
    set: (next) => {
      store.set(next)
      persist(name, write(next))
    },
  }
}

function readStored(name: string): string | null {
  try {
    return localStorage.getItem(name)
  } catch {
    // Storage is disabled, or this is not a browser.
    return null
  }
}

function persist(name: string, text: string): void {
  try {
    localStorage.setItem(name, text)
  } catch {
    // Storage is disabled or full: the choice lasts until the page is closed.
  }
}
