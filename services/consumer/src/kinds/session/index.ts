import type { KindPipeline } from '../kind-pipeline.js'

/** Sessions: single updates and summed ones. */
export const sessionKind: KindPipeline = { envelopeItems: {}, batch: undefined }
