import type { Ask } from '../../telemetry-queries/ask.js'
import type { Asking } from '../../telemetry-queries/asking.js'
import type { ControlPlaneStore } from '../../control-plane-store.js'

/** Who measures, and until when is looked: Unix milliseconds. */
export interface Measuring extends Asking {
  ask: Ask
  store: Pick<ControlPlaneStore, 'newIssues'>
}
