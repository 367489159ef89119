import { createStore, useStore } from '../state/store.js'

/** Somebody is asked who they are, because a request needs a recent sign-in. */
export interface Confirmation {
  /** @param isConfirmed Whether they said so; else the request stays refused. */
  end(isConfirmed: boolean): void
}

const confirmation = createStore<Confirmation | undefined>(undefined)
let asked: Promise<boolean> | undefined

/** Asks who is there, once for all requests that need it at the moment. Resolves whether they confirmed it. */
export function askConfirmation(): Promise<boolean> {
  asked ??= new Promise<boolean>((resolve) => {
    confirmation.set({
      end: (isConfirmed) => {
        asked = undefined
        confirmation.set(undefined)
        resolve(isConfirmed)
      },
    })
  })
  return asked
}

/** What is being asked; undefined while nothing is. */
export function useConfirmation(): Confirmation | undefined {
  return useStore(confirmation)
}
