export { createIngest, type HotRoute, type Ingest } from './app.js'
export { ingestSettings, type IngestConfig } from './config.js'
export type { IngestDependencies, IngestRateLimits, RateBudget, RateVerdict } from './dependencies.js'
export type { IngestMetrics, IngestOutcome } from './ingest-metrics.js'
