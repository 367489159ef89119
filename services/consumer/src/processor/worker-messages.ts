import type { BlobPlace } from '@signalbox/artifact-store'
import type { ProcessedBatch } from '../batch/processed-batch.js'
import type { BatchFindings } from '../process-batch.js'
import type { ResolvedScript, ScriptRequest } from '@signalbox/service-kit'
import type { RetentionDays } from '@signalbox/contracts'
import type { PackedBatch } from './pack-batch.js'

/** A batch to process. `id` identifies the response. */
export interface ProcessRequest {
  id: number
  batch: PackedBatch
  findings: BatchFindings
  /** Number of processors that share the consumer's batches. */
  processors: number
}

/** A query from the worker to its owner. `queryId` identifies the response. */
export interface ScriptQuery {
  queryId: number
  request: ScriptRequest
}

/** Response to a query: what was found, or why the query was impossible. */
export type ScriptResult = { queryId: number } & ({ scripts: ResolvedScript[] } | { unavailable: string })

/** Initial settings of a worker. */
export interface WorkerSettings {
  retentionDays: RetentionDays
  sourceMaps: { place: BlobPlace; cacheBytesMax: number } | undefined
}

/** Response to a request: the processed batch, or why there is none. */
export type ProcessResponse = { id: number } & ({ processed: ProcessedBatch } | { error: string })
