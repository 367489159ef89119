import { limits, type RetentionDays } from '@signalbox/contracts'
import { defineConfig, type ConfigOf } from './define-config.js'

const daysMax = 3_650

/**
 * How long telemetry is retained. Ingest, the consumer and the store use the same periods, so they are configured once.
 */
export const retentionSettings = defineConfig({
  errorRetentionDays: {
    env: 'SIGNALBOX_ERROR_RETENTION_DAYS',
    type: 'integer',
    minimum: 1,
    maximum: daysMax,
    default: limits.retentionDays.errors,
    description: 'Retention of error events in days',
  },
  spanRetentionDays: {
    env: 'SIGNALBOX_SPAN_RETENTION_DAYS',
    type: 'integer',
    minimum: 1,
    maximum: daysMax,
    default: limits.retentionDays.spans,
    description: 'Retention of spans in days; older spans are rejected',
  },
  metricRetentionDays: {
    env: 'SIGNALBOX_METRIC_RETENTION_DAYS',
    type: 'integer',
    minimum: 1,
    maximum: daysMax,
    default: limits.retentionDays.metrics,
    description: 'Retention of metric samples in days; older samples are rejected',
  },
  logRetentionDays: {
    env: 'SIGNALBOX_LOG_RETENTION_DAYS',
    type: 'integer',
    minimum: 1,
    maximum: daysMax,
    default: limits.retentionDays.logs,
    description: 'Retention of log entries in days; older entries are rejected',
  },
  sessionRetentionDays: {
    env: 'SIGNALBOX_SESSION_RETENTION_DAYS',
    type: 'integer',
    minimum: 1,
    maximum: daysMax,
    default: limits.retentionDays.sessions,
    description: 'Retention of sessions, the basis of release health, in days',
  },
  attachmentRetentionDays: {
    env: 'SIGNALBOX_ATTACHMENT_RETENTION_DAYS',
    type: 'integer',
    minimum: 1,
    maximum: daysMax,
    default: limits.retentionDays.attachments,
    description: 'Retention of event attachments in days',
  },
})
export type RetentionConfig = ConfigOf<typeof retentionSettings>

/** Returns the configured retention; other kinds of telemetry get their defaults. */
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
