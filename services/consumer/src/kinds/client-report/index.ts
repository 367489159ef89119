import type { KindPipeline } from '../../pipeline/kind-pipeline.js'
import { clientReportPipeline } from './process-client-report.js'

/** Client reports: what SDKs dropped before sending. */
export const clientReportKind = {
  envelopeItems: { client_report: clientReportPipeline },
  batch: undefined,
} satisfies KindPipeline
