export type { Backoff, BackoffOptions } from './backoff.js'
export type { BatchCounts, DeadLetter, ProcessedBatch } from './batch/processed-batch.js'
export * from './config.js'
export type { ConsumerLog } from './consumer-log.js'
export * from './consumer-metrics.js'
export * from './consumer-role.js'
export { noProjectSettings, noSightings } from './no-control-plane.js'
export { processBatch, type ProcessOptions } from './process-batch.js'
export type { BatchProcessor } from './processor/batch-processor.js'
export { createInlineProcessor } from './processor/inline-processor.js'
export {
  createWorkerProcessor,
  type SourceMapAccess,
  type WorkerProcessorOptions,
} from './processor/worker-processor.js'
export { replayTopic, type PartitionReport, type ReplayOptions } from './replay/replay-topic.js'
export type { PartitionReplay, ReplayRequest } from './replay/plan-replay.js'
export type { ReplayCounts } from './replay/replay-range.js'
export * from './role.js'
export { prepareStore } from './store/prepare-store.js'
export { createResymbolicationPass, type ResymbolicationPassOptions } from './resymbolicate/resymbolication-pass.js'
export { createScriptLoader, type ScriptLoader } from './symbols/script-loader.js'
