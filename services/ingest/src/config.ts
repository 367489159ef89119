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

/** Settings of ingest itself; the rate limit belongs to the rate limiter. */
export interface IngestConfig {
  /** Proxies whose X-Forwarded-For is trusted. */
  isTrustedProxy: ProxyTrust
  /** Spans, samples and log records older than this are rejected: the store would drop them right away. */
  retentionDays: Pick<RetentionDays, 'spans' | 'metrics' | 'logs'>
}

/** All settings of ingest when it runs as its own process. */
export const ingestServiceSettings = defineConfig({
  ...servingSettings,
  ...controlPlaneAccessSettings,
  ...kafkaSettings,
  kafkaBrokers: { ...kafkaSettings.kafkaBrokers, required: true },
  ...rateLimitSettings,
  ...retentionSettings,
})
export type IngestServiceConfig = ConfigOf<typeof ingestServiceSettings>
