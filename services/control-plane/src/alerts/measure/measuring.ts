import type { Ask } from '../../ask.js'
import type { Asking } from '../../measurements/asking.js'
import type { ControlPlaneStore } from '../../store/store.js'

/** Who measures, and until when is looked: Unix milliseconds. */
export interface Measuring extends Asking {
  ask: Ask
  store: Pick<ControlPlaneStore, 'newIssues'>
}
