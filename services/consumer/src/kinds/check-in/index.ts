import type { KindPipeline } from '../../pipeline/kind-pipeline.js'
import { processCheckIn } from './process-check-in.js'

/** Check-ins of monitors. */
export const checkInKind = {
  envelopeItems: { check_in: { quantity: () => 1, process: processCheckIn } },
  batch: undefined,
} satisfies KindPipeline
