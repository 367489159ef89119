export {
  createStoreClient,
  type ClickHouseClient,
  type EmbeddedLocation,
  type StoreClient,
  type StoreLocation,
} from './client.js'
export type { EngineEvent } from './engine-process/supervise-engine.js'
export { renderClusterSchema } from './cluster/cluster-schema.js'
export type { ClusterNames } from './cluster/cluster-statements.js'
export * from './copy/compare-telemetry.js'
export * from './copy/copy-telemetry.js'
export type { NewestItems, StoredSearch } from './duplicates/find-stored.js'
export * from './mutations/event-eraser.js'
export * from './mutations/event-reviser.js'
export * from './migrate.js'
export * from './mutations/project-eraser.js'
export * from './reader.js'
export * from './retention.js'
export * from './rows.js'
export * from './stored-range.js'
export * from './mutations/telemetry-eraser.js'
export * from './telemetry-reader.js'
export * from './telemetry-writer.js'
export * from './writer.js'
