import type { ProcessedBatch } from '../batch/processed-batch.js'
import type { BatchProcessor } from '../processor/batch-processor.js'
import type { ResolvedBatch } from '../project/batch-settings.js'
import type { DuplicateSearch } from './duplicate-search.js'

/** Processes a batch without what is stored already. The batch before it must be stored. */
export async function processOnce(
  { processor, duplicates }: { processor: BatchProcessor; duplicates: DuplicateSearch },
  batch: ResolvedBatch,
): Promise<ProcessedBatch> {
  const processed = await processor.process(batch)
  const stored = await duplicates.begin(batch, processed.identities)()
  return Object.keys(stored).length === 0 ? processed : processor.process(batch, { stored })
}
