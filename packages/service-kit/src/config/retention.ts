import { limits, type RetentionDays } from '@signalbox/contracts'
import { defineConfig, type ConfigOf } from './define-config.js'

const daysMax = 3_650

/** How long telemetry is kept. Ingest, the consumer and the store go by the same days, so they are set once. */
export const retentionSettings = defineConfig({
  errorRetentionDays: {
    env: 'SIGNALBOX_ERROR_RETENTION_DAYS',
    type: 'integer',
    minimum: 1,
    maximum: daysMax,
    default: limits.retentionDays.errors,
    description: 'Days that error events are kept',
  },
  spanRetentionDays: {
    env: 'SIGNALBOX_SPAN_RETENTION_DAYS',
    type: 'integer',
    minimum: 1,
    maximum: daysMax,
    default: limits.retentionDays.spans,
    description: 'Days that spans are kept; older ones are not taken in',
  },
  metricRetentionDays: {
    env: 'SIGNALBOX_METRIC_RETENTION_DAYS',
    type: 'integer',
    minimum: 1,
    maximum: daysMax,
    default: limits.retentionDays.metrics,
    description: 'Days that metric samples are kept; older ones are not taken in',
  },
  logRetentionDays: {
    env: 'SIGNALBOX_LOG_RETENTION_DAYS',
    type: 'integer',
    minimum: 1,
    maximum: daysMax,
    default: limits.retentionDays.logs,
    description: 'Days that log entries are kept; older ones are not taken in',
  },
  sessionRetentionDays: {
    env: 'SIGNALBOX_SESSION_RETENTION_DAYS',
    type: 'integer',
    minimum: 1,
    maximum: daysMax,
    default: limits.retentionDays.sessions,
    description: 'Days that sessions, of which release health is made, are kept',
  },
  attachmentRetentionDays: {
    env: 'SIGNALBOX_ATTACHMENT_RETENTION_DAYS',
    type: 'integer',
    minimum: 1,
    maximum: daysMax,
    default: limits.retentionDays.attachments,
    description: 'Days that attachments of events are kept',
  },
})
export type RetentionConfig = ConfigOf<typeof retentionSettings>

/** How long telemetry is kept as it is configured; the rest as it is by default. */
export function retentionOf(config: RetentionConfig): RetentionDays {
  return {
    ...limits.retentionDays,
    errors: config.errorRetentionDays,
    spans: config.spanRetentionDays,
    metrics: config.metricRetentionDays,
    logs: config.logRetentionDays,
    sessions: config.sessionRetentionDays,
    attachments: config.attachmentRetentionDays,
  }
}
