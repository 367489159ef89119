export { createIngest, type Ingest } from './app.js'
export { ingestSettings, type IngestConfig } from './config.js'
export type { IngestDependencies } from './dependencies.js'
export type { IngestMetrics, IngestOutcome } from './ingest-metrics.js'
