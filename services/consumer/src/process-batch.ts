import { telemetryTopics, type RetentionDays, type TelemetryTopic, type Topic } from '@signalbox/contracts'
import { collectBatch } from './batch/batch-collector.js'
import type { ProcessedBatch } from './batch/processed-batch.js'
import { FloodMemory } from './batch/flood-memory.js'
import type { IdentitiesByTable } from './batch/item-identities.js'
import { receiveWindowOf } from './batch/receive-window.js'
import type { ResolvedBatch } from './project/batch-settings.js'
import { createRuleBudgets } from './project/rule-budgets.js'
import { recordReaders } from './topics/index.js'
import { readRecordScope } from './topics/read-record-scope.js'
import type { ScriptLoader } from './symbols/script-loader.js'
import { addUnreadableRecord } from './topics/unreadable-record.js'

export interface ProcessOptions {
  /** Days until telemetry is dropped; items older than that, seen from their receive time, are not stored. */
  retentionDays: RetentionDays
  /** What was kept of floods in the batches before; nothing when left out. */
  floodMemory?: FloodMemory
  /** Source maps that frames of errors are resolved by; none when left out. */
  scripts?: ScriptLoader | undefined
}

/** What is known of a batch beside its records. Plain data. */
export interface BatchFindings {
  /** Offsets of records on which a processor has died: each becomes a dead letter, its body unread. */
  poisoned?: readonly number[]
  /** What the store has of its items already. */
  stored?: IdentitiesByTable
}

/**
 * Turns a batch of log records into rows, ready to be inserted.
 *
 * 1. Each record: headers and body are read. One that cannot be read becomes a dead letter as a whole.
 * 2. Each item: what ingest left out is counted; the rest goes to the pipeline of its kind. Its rows are computed whole
 *    before any is added, so that an item that fails leaves none and becomes a dead letter.
 * 3. Duplicates: what the batch holds twice, or is known to be stored, is left out of the item and counted.
 * 4. Floods: of many events of one error some are kept and stand for the others, once the batch is known as a whole.
 * 5. The ledger: last, because it sums what became of all items; in the same batch, because then it cannot disagree
 *    with the rows after a crash.
 *
 * Fair: the rules of a project take a bounded number of steps a batch, beyond which its events are grouped without them.
 *
 * Deterministic: ids, times and texts come from the records alone, so that the same batch gives the same rows at any
 * later time, which is what tells stored rows from missing ones after a crash. Which events of a flood are kept depends
 * on the batches before as well; `FloodMemory` says why that does no harm. So does which source maps were there: the
 * rows are as many, and say more.
 * @param findings what was found out about the batch since it was read.
 * @throws Error only when this system is at fault; never because of what a record holds.
 */
export async function processBatch(
  batch: ResolvedBatch,
  { retentionDays, floodMemory = new FloodMemory(), scripts }: ProcessOptions,
  { poisoned = [], stored = {} }: BatchFindings = {},
): Promise<ProcessedBatch> {
  const { topic, partition, start, end } = batch
  if (!isTelemetryTopic(topic)) {
    throw new TypeError(`records of the topic ${topic} do not produce rows`)
  }
  const received = receiveWindowOf(batch.records)
  return collectBatch(
    { position: { topic, partition, start, end }, received, floodMemory, stored },
    async (collector) => {
      const context = {
        source: `${topic}:${partition}`,
        collector,
        retentionDays,
        settings: batch.settings,
        ruleBudgets: createRuleBudgets(),
        scripts,
      }
      for (const record of batch.records) {
        if (poisoned.includes(record.offset)) {
          addUnreadableRecord(collector, record, 'processing this record fails', readRecordScope(topic, record))
        } else {
          await recordReaders[topic](record, context)
        }
      }
    },
  )
}

function isTelemetryTopic(topic: Topic): topic is TelemetryTopic {
  return telemetryTopics.some((known) => known === topic)
}
