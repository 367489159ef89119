import type { Ask } from '../../telemetry-queries/ask.js'
import type { Asking } from '../../telemetry-queries/asking.js'
import type { AlertStores } from '../store/alert-stores.js'

/** Who measures, and until when is looked: Unix milliseconds. */
export interface Measuring extends Asking {
  ask: Ask
  store: Pick<AlertStores, 'newIssues'>
}
