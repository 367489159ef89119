import type { TelemetryKind } from '@signalbox/contracts'
import type { EnvelopeItemPipeline } from '../pipeline/kind-pipeline.js'
import { appMetricPipeline } from './app-metric/process-app-metric.js'
import { attachmentPipeline } from './attachment/process-attachment.js'
import { checkInPipeline } from './check-in/process-check-in.js'
import { clientReportPipeline } from './client-report/process-client-report.js'
import { eventPipeline } from './error/process-event-item.js'
import { securityPipeline } from './error/security/process-security-item.js'
import { feedbackPipeline } from './feedback/process-feedback.js'
import { userReportPipeline } from './feedback/process-user-report.js'
import { logPipeline } from './log/process-log.js'
import { sessionPipeline } from './session/process-session.js'
import { sessionsPipeline } from './session/process-sessions.js'
import { envelopeSpanPipeline } from './span/process-envelope-span.js'
import { transactionPipeline } from './span/process-transaction.js'

/**
 * How items of envelopes become telemetry of each kind, by item type. Telemetry also arrives in JSON batches and OTLP
 * requests: see `services/consumer/src/topics`.
 */
export const kinds = {
  error: { event: eventPipeline, raw_security: securityPipeline, security: securityPipeline },
  span: { transaction: transactionPipeline, span: envelopeSpanPipeline },
  metric: {},
  log: { log: logPipeline },
  app_metric: { trace_metric: appMetricPipeline },
  data_point: {},
  session: { session: sessionPipeline, sessions: sessionsPipeline },
  check_in: { check_in: checkInPipeline },
  feedback: { feedback: feedbackPipeline, user_report: userReportPipeline },
  attachment: { attachment: attachmentPipeline },
  client_report: { client_report: clientReportPipeline },
} satisfies { [Kind in TelemetryKind]: Readonly<Record<string, EnvelopeItemPipeline>> }
