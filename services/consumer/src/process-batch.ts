import { telemetryTopics, type RetentionDays, type TelemetryTopic, type Topic } from '@signalbox/contracts'
import { collectBatch } from './batch/batch-collector.js'
import type { ProcessedBatch } from './batch/processed-batch.js'
import { FloodMemory } from './batch/flood-memory.js'
import type { IdentitiesByTable } from './batch/item-identities.js'
import { receiveWindowOf } from './batch/receive-window.js'
import type { ResolvedBatch } from './project/batch-settings.js'
import type { SampledSeries } from './kinds/data-point/sampled-series.js'
import { SeriesMemory } from './kinds/data-point/series-memory.js'
import { RuleBudgets } from './project/rule-budgets.js'
import { recordReaders } from './topics/index.js'
import { readRecordScope } from './topics/read-record-scope.js'
import type { ScriptLoader } from './symbols/script-loader.js'
import { addUnreadableRecord } from './topics/unreadable-record.js'

export interface ProcessOptions {
  /** Days after which telemetry is dropped; items already that old when received aren't stored. */
  retentionDays: RetentionDays
  /** Flood counts of earlier batches; none by default. */
  floodMemory?: FloodMemory
  /** Prometheus series of earlier batches; none by default. */
  seriesMemory?: SeriesMemory<SampledSeries>
  /** Source maps for error frames; none by default. */
  scripts?: ScriptLoader | undefined
}

/** Information about a batch besides its records. Plain data. */
export interface BatchFindings {
  /** Offsets of records that crashed a processor: each becomes a dead letter, with its body unread. */
  poisoned?: readonly number[]
  /** Items of the batch that are already stored. */
  stored?: IdentitiesByTable
}

/**
 * Converts a batch of log records to rows, ready to be inserted.
 * 1. Records: reads headers and body. An unreadable record becomes a dead letter.
 * 2. Items: counts what ingest left out; the rest goes to the pipeline of its kind. An item's rows are computed
 * completely before any is added, so that a failing item leaves none and becomes a dead letter.
 * 3. Duplicates: items that occur twice in the batch, or are known to be stored, are left out and counted.
 * 4. Floods: of many events of one error, some are stored and represent the others, once the complete batch is known.
 * 5. Ledger: last, because it sums the outcomes of all items; in the same batch, because then it cannot disagree with
 * the rows after a crash.
 *
 * Fair: a project's rules may take a bounded number of steps per batch, beyond which its events are grouped without
 * them. The bound grows only with the number of events, so rules can't occupy a processor for long.
 *
 * Deterministic: ids, times and texts are derived from the records alone, so that the same batch yields the same rows
 * at any later time. This is how stored rows are told from missing ones after a crash. Two exceptions: which events of
 * a flood are stored also depends on earlier batches (`FloodMemory` explains why that is harmless), and the available
 * source maps determine how detailed the rows are, but not their number.
 * @param findings What was found out about the batch since it was read.
 * @throws Error only if this system is at fault; never because of a record's content.
 */
export async function processBatch(
  batch: ResolvedBatch,
  { retentionDays, floodMemory = new FloodMemory(), seriesMemory = new SeriesMemory(), scripts }: ProcessOptions,
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
      const ruleBudgets = new RuleBudgets()
      const context = {
        source: `${topic}:${partition}`,
        collector,
        retentionDays,
        settings: batch.settings,
        ruleBudgets,
        seriesMemory,
        scripts,
      }
      for (const record of batch.records) {
        if (poisoned.includes(record.offset)) {
          addUnreadableRecord(collector, record, 'processing this record fails', readRecordScope(topic, record))
        } else {
          await recordReaders[topic](record, context)
        }
      }
      return { skippedRules: ruleBudgets.skipped() }
    },
  )
}

function isTelemetryTopic(topic: Topic): topic is TelemetryTopic {
  return telemetryTopics.some((known) => known === topic)
}
