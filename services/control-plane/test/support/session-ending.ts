import type { ControlPlaneStore } from '../../src/control-plane-store.js'
import type { SessionEnding } from '../../src/sessions/finish-session.js'
import { createSessionEndObserver } from '../../src/workflows/session-end-observer.js'

/** Ends sessions like the control plane: together with the runs and triggers that wait for them. */
export function endingOf(store: ControlPlaneStore): SessionEnding {
  return { store, onSessionEnded: createSessionEndObserver(store) }
}
