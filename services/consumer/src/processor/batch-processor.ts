import type { ProcessedBatch } from '../batch/processed-batch.js'
import type { BatchFindings } from '../process-batch.js'
import type { ResolvedBatch } from '../project/batch-settings.js'

/** Converts batches to rows, in this thread or another. */
export interface BatchProcessor {
  /**
   * Leaves the batch unchanged: it can be processed again, and its values are available for dead letters.
   * @param findings What was found out since it was read: records that crash the processor, items that are stored.
   * @param processors Number of processors that share this consumer's batches. Default 1.
   * @throws Error if the processor itself failed; a retry may succeed.
   */
  process(batch: ResolvedBatch, findings?: BatchFindings, processors?: number): Promise<ProcessedBatch>
  /** Ends the processor; batches in flight are rejected. */
  close(): Promise<void>
}
