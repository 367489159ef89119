import type { KindPipeline } from '../kind-pipeline.js'

/** Client reports: what SDKs dropped before sending. */
export const clientReportKind: KindPipeline = { envelopeItems: {}, batch: undefined }
