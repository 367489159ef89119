import { limits } from '@signalbox/contracts'
import { defineConfig } from '@signalbox/service-kit'

/** Settings of ingest besides the retention, which all roles share. */
export const ingestSettings = defineConfig({
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
})

/** What ingest itself needs of the settings; the rate limit is the rate limiter's. */
export interface IngestConfig {
  /** Whether the first address of X-Forwarded-For is the client: only behind a proxy that sets it. */
  trustProxy: boolean
  /** Spans and samples older than this are rejected, because they would be dropped at once. */
  retentionDays: { spans: number; metrics: number }
}
