import type { ProcessedBatch } from '../batch/processed-batch.js'
import type { BatchProcessor } from '../processor/batch-processor.js'
import type { ResolvedBatch } from '../project/batch-settings.js'
import type { DuplicateSearch } from './duplicate-search.js'

/** A batch with what it became while nothing was known of the store. */
export interface ReadyBatch {
  batch: ResolvedBatch
  processed: ProcessedBatch
  /** See `BatchFindings`. */
  poisoned?: readonly number[]
}

/**
 * Looks for what is stored already, and processes the batch again without it.
 * @returns an attempt, which may be made again when it fails. The batch before must be stored when it is made.
 */
export function createDuplicatesAttempt(
  { processor, duplicates }: { processor: BatchProcessor; duplicates: DuplicateSearch },
  { batch, processed, poisoned = [] }: ReadyBatch,
): () => Promise<ProcessedBatch> {
  if (processed.identities.length === 0) return () => Promise.resolve(processed)
  const search = duplicates.begin(batch, processed.identities)
  return async () => {
    const stored = await search()
    return Object.keys(stored).length === 0 ? processed : processor.process(batch, { poisoned, stored })
  }
}
