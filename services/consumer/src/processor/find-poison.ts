import type { ResolvedBatch } from '../project/batch-settings.js'
import type { BatchProcessor } from './batch-processor.js'

/**
 * Finds the records on which a processor fails (a worker that dies or never ends), by bisecting the batch.
 * @returns Their offsets; empty if the batch succeeded this time, or if the processor itself is broken: it then fails
 * even on an empty batch or on every one of several records, and no record is to blame.
 */
export async function findPoison(
  processor: BatchProcessor,
  batch: ResolvedBatch,
  signal: AbortSignal,
): Promise<number[]> {
  if (await isPoisoned(processor, { ...batch, records: [] })) {
    return []
  }
  const offsets = await findIn(processor, batch, signal)
  const isEveryRecord = offsets.length > 1 && offsets.length === batch.records.length
  return signal.aborted || isEveryRecord ? [] : offsets
}

async function findIn(processor: BatchProcessor, batch: ResolvedBatch, signal: AbortSignal): Promise<number[]> {
  const { records } = batch
  if (signal.aborted || !(await isPoisoned(processor, batch))) {
    return []
  }
  if (records.length === 1) {
    return records.map(({ offset }) => offset)
  }
  const middle = Math.ceil(records.length / 2)
  const first = await findIn(processor, { ...batch, records: records.slice(0, middle) }, signal)
  const second = await findIn(processor, { ...batch, records: records.slice(middle) }, signal)
  return [...first, ...second]
}

async function isPoisoned(processor: BatchProcessor, batch: ResolvedBatch): Promise<boolean> {
  try {
    await processor.process(batch)
    return false
  } catch {
    // The question was which record; the failure's reason was logged for the complete batch.
    return true
  }
}
