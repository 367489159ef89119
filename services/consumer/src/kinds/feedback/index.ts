import type { KindPipeline } from '../kind-pipeline.js'

/** Feedback and user reports. */
export const feedbackKind: KindPipeline = { envelopeItems: {}, batch: undefined }
