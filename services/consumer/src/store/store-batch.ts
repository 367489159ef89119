import type { EventLog, EventLogConsumer, LogBatch } from '@signalbox/event-log'
import type { SightingRecorder } from '@signalbox/service-kit'
import type { TelemetryWriter, WriteReport } from '@signalbox/telemetry-store'
import type { ProcessedBatch } from '../batch/processed-batch.js'
import { appendDeadLetters } from './dead-letters.js'

export interface StoreBatchOptions {
  eventLog: EventLog
  consumer: EventLogConsumer
  writer: TelemetryWriter
  sightings: SightingRecorder
  batch: LogBatch
  processed: ProcessedBatch
}

/** Stores one batch; when called again after a failure, it resumes where the last attempt failed. */
export type StoreAttempt = () => Promise<WriteReport>

const nothingWritten: WriteReport = { rowsInserted: 0, daysPresent: 0, daysRepaired: 0 }

/**
 * Stores one batch. The order of the steps makes it exactly-once:
 * 1. Dead letters: before the commit, so that none is lost; a crash here duplicates them, recognizably.
 * 2. Plan: before the first insert, so that after a crash exactly this range is processed again.
 * 3. Write: every attempt after the first checks what is already stored, whatever the first one's response was.
 * 4. Sightings: once the rows can be queried, and before the commit, so that no issue is missing after a crash.
 * 5. Commit: only when every row is stored.
 */
export function createStoreAttempt(options: StoreBatchOptions): StoreAttempt {
  const { eventLog, consumer, writer, sightings, batch, processed } = options
  const { topic, partition, start, end } = batch
  let areLettersAppended = false
  let mayBeStored = batch.repeated
  let report: WriteReport | undefined
  return async () => {
    if (!areLettersAppended) {
      await appendDeadLetters(eventLog, batch, processed.deadLetters)
      areLettersAppended = true
    }
    if (report === undefined) {
      await consumer.plan(batch)
      const repeated = mayBeStored
      mayBeStored = true
      const request = { position: { topic, partition, start, end }, inserts: processed.inserts, repeated }
      report = processed.inserts.length > 0 ? await writer.write(request) : nothingWritten
    }
    await sightings.recordSightings(processed.sightings)
    await consumer.commit(batch)
    return report
  }
}
