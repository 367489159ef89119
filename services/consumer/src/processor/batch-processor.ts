import type { ProcessedBatch } from '../batch/processed-batch.js'
import type { ResolvedBatch } from '../project/batch-settings.js'

/** Turns batches into rows, in this thread or in another. */
export interface BatchProcessor {
  /**
   * The batch is not changed: it can be processed again, and its values are there for dead letters.
   * @param poisoned offsets of records on which the processor has failed before: each becomes a dead letter unread.
   * @throws Error when the processor itself failed; processing the batch again may succeed.
   */
  process(batch: ResolvedBatch, poisoned?: readonly number[]): Promise<ProcessedBatch>
  /** Ends the processor; batches on their way are rejected. */
  close(): Promise<void>
}
