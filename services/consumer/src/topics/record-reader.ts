import type { LogRecord } from '@signalbox/event-log'
import type { BatchCollector } from '../batch/batch-collector.js'
import type { RetentionDays } from '@signalbox/contracts'
import type { ScriptLoader } from '../symbols/script-loader.js'
import type { BatchSettings } from '../project/batch-settings.js'
import type { SampledSeries } from '../kinds/data-point/sampled-series.js'
import type { SeriesMemory } from '../kinds/data-point/series-memory.js'
import type { RuleBudgets } from '../project/rule-budgets.js'

/** Context of the records of a batch. */
export interface RecordContext {
  /** Topic and partition: identifies the record together with its offset. */
  source: string
  collector: BatchCollector
  retentionDays: RetentionDays
  /** Non-default project settings. */
  settings: BatchSettings | undefined
  ruleBudgets: RuleBudgets
  /** Series of earlier batches. */
  seriesMemory: SeriesMemory<SampledSeries>
  /** See `EnvelopeItemContext`. */
  scripts: ScriptLoader | undefined
}

/** Converts a record of a topic to rows, counts and dead letters in the collector. */
export type RecordReader = (record: LogRecord, context: RecordContext) => Promise<void>
