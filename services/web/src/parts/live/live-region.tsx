import { createStore, useStore } from '../../state/store.js'

const said = createStore('')

/** Tells people who listen to the page what happened on it, without interrupting them. */
export function announce(text: string): void {
  // The same text twice is read twice only when it differs.
  said.set(said.get() === text ? `${text}\u00a0` : text)
}

/** The one polite region of the page. */
export function LiveRegion() {
  return (
    <div className="vh" role="status" aria-live="polite">
      {useStore(said)}
    </div>
  )
}
