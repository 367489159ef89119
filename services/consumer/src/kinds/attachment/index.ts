import type { KindPipeline } from '../../pipeline/kind-pipeline.js'
import { processAttachment } from './process-attachment.js'

/** Attachments of events. */
export const attachmentKind = {
  envelopeItems: {
    attachment: { read: () => ({ ok: true, value: undefined }), quantity: () => 1, process: processAttachment },
  },
  batch: undefined,
} satisfies KindPipeline
