import { deadLetterReasons, outcomes, telemetryTopics, type TelemetryTopic } from '@signalbox/contracts'
import type { WriteReport } from '@signalbox/telemetry-store'
import type { ProcessedBatch } from './batch/processed-batch.js'
import type { PipelineLag } from './pipeline-lag.js'

type Labels = Readonly<Record<string, string>>

/** The required part of a Prometheus registry. */
export interface MetricFactory {
  counter(name: string, help: string, labelNames: readonly string[]): { inc(labels: Labels, value: number): void }
  gauge(name: string, help: string, labelNames: readonly string[]): { set(labels: Labels, value: number): void }
}

/** A batch that was stored and committed. */
export interface StoredBatch {
  topic: TelemetryTopic
  processed: ProcessedBatch
  report: WriteReport
  /** True if it had been planned before a restart and was read again. */
  repeated: boolean
  /** Unix milliseconds. */
  storedAt: number
}

/** Updated once per batch, never per item. */
export interface ConsumerMetrics {
  batchStored(batch: StoredBatch): void
  /** The store, the log or the processor failed; the attempt will be repeated. */
  attemptFailed(topic: TelemetryTopic): void
}

/** For consumers that aren't scraped. */
export const noMetrics: ConsumerMetrics = {
  batchStored: () => undefined,
  attemptFailed: () => undefined,
}

/** Registers the consumer's metrics with the factory; known label values start at zero. Call once per registry. */
export function createConsumerMetrics(factory: MetricFactory, lag: Pick<PipelineLag, 'stored'>): ConsumerMetrics {
  const rows = factory.counter('signalbox_consumer_rows_total', 'Rows inserted', ['topic'])
  const batches = factory.counter('signalbox_consumer_batches_total', 'Batches committed', ['topic'])
  const items = factory.counter('signalbox_consumer_items_total', 'Items by outcome', ['topic', 'outcome'])
  const repeats = factory.counter('signalbox_consumer_batches_repeated_total', 'Batches redelivered', ['topic'])
  const partial = factory.counter(
    'signalbox_consumer_batches_partial_total',
    'Redelivered batches that had been stored in part and were completed',
    ['topic'],
  )
  const repaired = factory.counter(
    'signalbox_consumer_repaired_days_total',
    'Incomplete days deleted and inserted again',
    ['topic'],
  )
  const deadLetters = factory.counter('signalbox_consumer_dead_letters_total', 'Dead letters appended', [
    'topic',
    'reason',
  ])
  const skipped = factory.counter(
    'signalbox_consumer_rules_skipped_events_total',
    "Events grouped without their project's rules, which took too long",
    ['topic'],
  )
  const failures = factory.counter('signalbox_consumer_failed_attempts_total', 'Attempts that failed and are retried', [
    'topic',
  ])
  const written = factory.gauge(
    'signalbox_pipeline_last_written_timestamp_seconds',
    'Time at which the last batch was stored',
    ['signal'],
  )
  for (const topic of telemetryTopics) {
    failures.inc({ topic }, 0)
    skipped.inc({ topic }, 0)
    for (const outcome of outcomes) items.inc({ topic, outcome }, 0)
    for (const reason of deadLetterReasons) deadLetters.inc({ topic, reason }, 0)
  }
  return {
    attemptFailed: (topic) => {
      failures.inc({ topic }, 1)
    },
    batchStored: ({ topic, processed, report, repeated, storedAt }) => {
      const { counts } = processed
      rows.inc({ topic }, report.rowsInserted)
      batches.inc({ topic }, 1)
      if (repeated) repeats.inc({ topic }, 1)
      if (report.rowsInserted > 0 && report.daysPresent + report.daysRepaired > 0) partial.inc({ topic }, 1)
      repaired.inc({ topic }, report.daysRepaired)
      for (const [outcome, quantity] of Object.entries(counts.items)) {
        items.inc({ topic, outcome }, quantity)
      }
      for (const { reason } of processed.deadLetters) {
        deadLetters.inc({ topic, reason }, 1)
      }
      for (const { events } of processed.skippedRules) skipped.inc({ topic }, events)
      written.set({ signal: topic }, storedAt / 1_000)
      if (counts.oldestReceivedAt !== undefined) {
        lag.stored(topic, Math.max(0, storedAt - counts.oldestReceivedAt), storedAt)
      }
    },
  }
}
