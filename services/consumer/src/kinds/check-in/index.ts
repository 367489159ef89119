import type { KindPipeline } from '../kind-pipeline.js'

/** Check-ins of monitors. */
export const checkInKind: KindPipeline = { envelopeItems: {}, batch: undefined }
