import { limits } from '@signalbox/contracts'

const daysMax = 3_650

/** Settings of ingest in a process of its own, as the configuration reader takes them. */
export const ingestSettings = {
  trustProxy: {
    env: 'SIGNALBOX_TRUST_PROXY',
    type: 'boolean',
    default: false,
    description: 'Whether X-Forwarded-For names the client; only behind a proxy that sets it',
  },
  ingestPerMinute: {
    env: 'SIGNALBOX_INGEST_RATE_LIMIT_PER_MINUTE',
    type: 'integer',
    minimum: 1,
    maximum: 10_000_000,
    default: limits.rate.ingestPerMinute,
    description: 'Ingestion requests a minute, for each DSN key and API key without a limit of its own',
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
} as const

/** What ingest itself needs of the settings; the rate limit is the rate limiter's. */
export interface IngestConfig {
  /** Whether the first address of X-Forwarded-For is the client: only behind a proxy that sets it. */
  trustProxy: boolean
  /** Spans and samples older than this are rejected, because they would be dropped at once. */
  retentionDays: { spans: number; metrics: number }
}

/** Takes what ingest needs from settings that were read. */
export function toIngestConfig(settings: {
  trustProxy: boolean
  spanRetentionDays: number
  metricRetentionDays: number
}): IngestConfig {
  const { trustProxy, spanRetentionDays, metricRetentionDays } = settings
  return { trustProxy, retentionDays: { spans: spanRetentionDays, metrics: metricRetentionDays } }
}
