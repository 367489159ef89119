import type { KindPipeline } from '../kind-pipeline.js'

/** Attachments of events. */
export const attachmentKind: KindPipeline = { envelopeItems: {}, batch: undefined }
