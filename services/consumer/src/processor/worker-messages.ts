import type { ProcessedBatch } from '../batch/processed-batch.js'
import type { BatchFindings } from '../process-batch.js'
import type { PackedBatch } from './pack-batch.js'

/** One batch to process. `id` names its answer. */
export interface ProcessRequest {
  id: number
  batch: PackedBatch
  findings: BatchFindings
}

/** The answer to a request: the processed batch, or why there is none. */
export type ProcessAnswer = { id: number } & ({ processed: ProcessedBatch } | { error: string })
