import type { RetentionConfig } from '@signalbox/service-kit'
import type { RetentionDays } from '../pipeline/kind-pipeline.js'

/** How long telemetry is kept, as far as the pipelines must know it. */
export function retentionOf(config: RetentionConfig): RetentionDays {
  return {
    errors: config.errorRetentionDays,
    spans: config.spanRetentionDays,
    metrics: config.metricRetentionDays,
    logs: config.logRetentionDays,
  }
}
