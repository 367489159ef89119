import type { BlobPlace } from '@signalbox/artifact-store'
import type { ProcessedBatch } from '../batch/processed-batch.js'
import type { BatchFindings } from '../process-batch.js'
import type { ResolvedScript, ScriptRequest } from '@signalbox/service-kit'
import type { RetentionDays } from '@signalbox/contracts'
import type { PackedBatch } from './pack-batch.js'

/** One batch to process. `id` names its answer. */
export interface ProcessRequest {
  id: number
  batch: PackedBatch
  findings: BatchFindings
  /** How many share the batches of the consumer. */
  processors: number
}

/** What the worker asks its owner. `askId` names the answer. */
export interface ScriptQuestion {
  askId: number
  request: ScriptRequest
}

/** Answers a question: what was found, or why nobody could be asked. */
export type ScriptAnswer = { askId: number } & ({ scripts: ResolvedScript[] } | { unavailable: string })

/** What a worker is started with. */
export interface WorkerSettings {
  retentionDays: RetentionDays
  sourceMaps: { place: BlobPlace; cacheBytesMax: number } | undefined
}

/** The answer to a request: the processed batch, or why there is none. */
export type ProcessAnswer = { id: number } & ({ processed: ProcessedBatch } | { error: string })
