import type { ProcessedBatch } from '../batch/processed-batch.js'
import type { BatchFindings } from '../process-batch.js'
import type { ResolvedBatch } from '../project/batch-settings.js'

/** Turns batches into rows, in this thread or in another. */
export interface BatchProcessor {
  /**
   * The batch is not changed: it can be processed again, and its values are there for dead letters.
   * @param findings what was found out since it was read: records that the processor fails on, items that are stored.
   * @param processors how many share the batches of this consumer. Default 1.
   * @throws Error when the processor itself failed; processing the batch again may succeed.
   */
  process(batch: ResolvedBatch, findings?: BatchFindings, processors?: number): Promise<ProcessedBatch>
  /** Ends the processor; batches on their way are rejected. */
  close(): Promise<void>
}
