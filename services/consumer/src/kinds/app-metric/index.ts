import type { KindPipeline } from '../kind-pipeline.js'

/** Metrics that applications measure. */
export const appMetricKind: KindPipeline = { envelopeItems: {}, batch: undefined }
