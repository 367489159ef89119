import type { ProcessedBatch } from '../batch/processed-batch.js'
import type { BatchProcessor } from '../processor/batch-processor.js'
import type { ResolvedBatch } from '../project/batch-settings.js'
import type { DuplicateSearch } from './duplicate-search.js'

/** A batch with its result from before the store was queried. */
export interface ReadyBatch {
  batch: ResolvedBatch
  processed: ProcessedBatch
  /** See `BatchFindings`. */
  poisoned?: readonly number[]
}

/**
 * Searches for items that are already stored, and processes the batch again without them.
 * @returns An attempt that may be repeated if it fails. The previous batch must be stored before it runs.
 */
export function createDuplicatesAttempt(
  { processor, duplicates }: { processor: BatchProcessor; duplicates: DuplicateSearch },
  { batch, processed, poisoned = [] }: ReadyBatch,
): () => Promise<ProcessedBatch> {
  const search = duplicates.begin(batch, processed.identities)
  return async () => {
    const stored = await search()
    return Object.keys(stored).length === 0 ? processed : processor.process(batch, { poisoned, stored })
  }
}
