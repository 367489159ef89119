import { createStore, useStore } from '../state/store.js'

/** A pending identity confirmation, for requests that need a recent sign-in. */
export interface Confirmation {
  /** @param isConfirmed whether the person confirmed; if not, the request fails. */
  end(isConfirmed: boolean): void
}

const confirmation = createStore<Confirmation | undefined>(undefined)
let asked: Promise<boolean> | undefined

/** Asks for confirmation once for all requests currently waiting for it. Resolves to whether the person confirmed. */
export function requestConfirmation(): Promise<boolean> {
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

/** The pending confirmation; undefined if there is none. */
export function useConfirmation(): Confirmation | undefined {
  return useStore(confirmation)
}
