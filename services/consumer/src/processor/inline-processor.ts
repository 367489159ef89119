import { FloodMemory } from '../batch/flood-memory.js'
import { processBatch, type ProcessOptions } from '../process-batch.js'
import type { BatchProcessor } from './batch-processor.js'

/** Processes in the calling thread: for a consumer that is a separate process, and for tests. */
export function createInlineProcessor(options: ProcessOptions): BatchProcessor {
  const floodMemory = new FloodMemory()
  return {
    process: (batch, findings) => processBatch(batch, { floodMemory, ...options }, findings),
    close: () => Promise.resolve(),
  }
}
