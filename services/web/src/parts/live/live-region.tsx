import { createStore, useStore } from '../../state/store.js'

const said = createStore('')

/** Announces a change to screen readers without interrupting. */
export function announce(text: string): void {
  // A repeated text is only read again if it differs.
  said.set(said.get() === text ? `${text}\u00a0` : text)
}

/** The page's only polite live region. */
export function LiveRegion() {
  return (
    <div className="vh" role="status" aria-live="polite">
      {useStore(said)}
    </div>
  )
}
