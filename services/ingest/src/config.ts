import type { RetentionDays } from '@signalbox/contracts'
import {
  controlPlaneAccessSettings,
  defineConfig,
  kafkaSettings,
  rateLimitSettings,
  retentionSettings,
  servingSettings,
  type ConfigOf,
  type ProxyTrust,
} from '@signalbox/service-kit'

/** What ingest itself needs of the settings; the rate limit is the rate limiter's. */
export interface IngestConfig {
  /** Whose X-Forwarded-For is believed. */
  isTrustedProxy: ProxyTrust
  /** Spans, samples and log records older than this are rejected, because they would be dropped at once. */
  retentionDays: Pick<RetentionDays, 'spans' | 'metrics' | 'logs'>
}

/** Every setting of ingest as a process of its own. */
export const ingestServiceSettings = defineConfig({
  ...servingSettings,
  ...controlPlaneAccessSettings,
  ...kafkaSettings,
  kafkaBrokers: { ...kafkaSettings.kafkaBrokers, required: true },
  ...rateLimitSettings,
  ...retentionSettings,
})
export type IngestServiceConfig = ConfigOf<typeof ingestServiceSettings>
