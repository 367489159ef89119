import { limits } from '@signalbox/contracts'

/** Settings of ingest. */
export interface IngestConfig {
  /** Whether the first address of X-Forwarded-For is the client: only behind a proxy that sets it. */
  trustProxy: boolean
  /** Spans and samples older than this are rejected, because they would be dropped at once. */
  retentionDays: { spans: number; metrics: number }
}

/** The settings when operators set nothing. */
export const defaultIngestConfig: IngestConfig = {
  trustProxy: false,
  retentionDays: { spans: limits.retentionDays.spans, metrics: limits.retentionDays.metrics },
}
