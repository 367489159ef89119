import { FloodMemory } from '../batch/flood-memory.js'
import type { SampledSeries } from '../kinds/data-point/sampled-series.js'
import { SeriesMemory } from '../kinds/data-point/series-memory.js'
import { processBatch, type ProcessOptions } from '../process-batch.js'
import type { BatchProcessor } from './batch-processor.js'

/** Processes in the calling thread: for a consumer that is a separate process, and for tests. */
export function createInlineProcessor(options: ProcessOptions): BatchProcessor {
  const floodMemory = new FloodMemory()
  const seriesMemory = new SeriesMemory<SampledSeries>()
  return {
    process: (batch, findings) => processBatch(batch, { floodMemory, seriesMemory, ...options }, findings),
    close: () => Promise.resolve(),
  }
}
