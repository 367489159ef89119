import type { LogRecord } from '@signalbox/event-log'
import type { BatchCollector } from '../batch/batch-collector.js'
import type { RetentionDays } from '@signalbox/contracts'
import type { ScriptLoader } from '../symbols/script-loader.js'
import type { BatchSettings } from '../project/batch-settings.js'

/** What surrounds the records of a batch. */
export interface RecordContext {
  /** Topic and partition: names the record together with its offset. */
  source: string
  collector: BatchCollector
  retentionDays: RetentionDays
  /** Settings of projects that are not the defaults. */
  settings: BatchSettings | undefined
  /** As in `EnvelopeItemContext`. */
  scripts: ScriptLoader | undefined
}

/** Turns one record of a topic into rows, counts and dead letters of the collector. */
export type RecordReader = (record: LogRecord, context: RecordContext) => Promise<void>
