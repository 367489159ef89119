import type { KindPipeline } from '../../pipeline/kind-pipeline.js'
import { processFeedback } from './process-feedback.js'
import { processUserReport } from './process-user-report.js'

/** User feedback: feedback items, and user reports, the older form. */
export const feedbackKind = {
  envelopeItems: {
    feedback: { quantity: () => 1, process: processFeedback },
    user_report: { quantity: () => 1, process: processUserReport },
  },
  batch: undefined,
} satisfies KindPipeline
