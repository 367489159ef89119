import type { KindPipeline } from '../kind-pipeline.js'

/** Log entries. */
export const logKind: KindPipeline = { envelopeItems: {}, batch: undefined }
