import type { EventLog, LogBatch, StoredRecord } from '@signalbox/event-log'
import type { SightingRecorder } from '@signalbox/service-kit'
import type { OffsetRange, StoredRanges, TelemetryWriter } from '@signalbox/telemetry-store'
import type { TelemetryTopic } from '@signalbox/contracts'
import type { DuplicateSearch } from '../duplicates/duplicate-search.js'
import { createDuplicatesAttempt } from '../duplicates/without-duplicates.js'
import type { BatchProcessor } from '../processor/batch-processor.js'
import type { SettingsReader } from '../project/batch-settings.js'
import { appendDeadLetters } from '../store/dead-letters.js'

export interface RangeReplay {
  eventLog: Pick<EventLog, 'append' | 'readRange'>
  stored: Pick<StoredRanges, 'count' | 'remove'>
  writer: TelemetryWriter
  processor: BatchProcessor
  duplicates: DuplicateSearch
  settings: SettingsReader
  sightings: SightingRecorder
  /** Distinguishes this replay from others of the same range. */
  id: string
  limits: { rowsMax: number; bytesMax: number }
  /** Dry run: nothing is changed. */
  isDryRun: boolean
}

/** Counts of what a replay did, or would do. */
export interface ReplayCounts {
  records: number
  /** Existing rows that are removed. */
  removed: number
  /** Rows that replace them. */
  inserted: number
}

/** Maximum records per piece; few records can produce many rows. */
const pieceRecordsMax = 5_000

/**
 * Reprocesses the records of a range piece by piece: each piece becomes a separate batch, which replaces everything
 * that began in it. A piece's rows are missing for the moment between removal and insertion. After an interruption,
 * replaying the same range restores them, along with everything done before.
 * @param range Complete batches, all committed.
 */
export async function replayRange(replay: RangeReplay, range: OffsetRange & { topic: TelemetryTopic }) {
  const counts: ReplayCounts = { records: 0, removed: 0, inserted: 0 }
  let start: number | undefined = range.start
  while (start !== undefined) {
    const { batch, next } = await readBatch(replay, { ...range, start })
    const { removed, inserted } = await replace(replay, batch)
    counts.records += batch.records.length
    counts.removed += removed
    counts.inserted += inserted
    start = next
  }
  return counts
}

async function readBatch(
  { eventLog, limits }: RangeReplay,
  { topic, partition, start, end }: OffsetRange & { topic: TelemetryTopic },
): Promise<{ batch: LogBatch; next: number | undefined }> {
  const wanted = { topic, partition, from: start, to: end, recordsMax: pieceRecordsMax, bytesMax: limits.bytesMax }
  const piece = await eventLog.readRange(wanted)
  const records = takeRows(piece.records, limits.rowsMax)
  const last = records.at(-1)
  const isCut = records.length < piece.records.length
  const next = isCut && last ? last.offset + 1 : piece.next
  return { batch: { topic, partition, start, end: next ?? end, records, repeated: false }, next }
}

/** As many as fit the row limit of a batch, but at least one. */
function takeRows(records: readonly StoredRecord[], rowsMax: number): readonly StoredRecord[] {
  let rows = 0
  const count = records.findIndex((record) => (rows += record.rows) > rowsMax)
  return count === -1 ? records : records.slice(0, Math.max(1, count))
}

async function replace(replay: RangeReplay, batch: LogBatch): Promise<Omit<ReplayCounts, 'records'>> {
  const { eventLog, stored, writer, processor, settings, sightings, id, isDryRun } = replay
  const { topic, partition, start, end } = batch
  const resolved = await settings.resolve(batch)
  const ready = { batch: resolved, processed: await processor.process(resolved) }
  const processed = await createDuplicatesAttempt(replay, ready)()
  const removed = sum((await stored.count(batch)).values())
  const inserted = processed.counts.rows
  if (isDryRun) return { removed, inserted }
  await appendDeadLetters(eventLog, batch, processed.deadLetters)
  await stored.remove({ topic, partition, start, end })
  if (processed.inserts.length > 0) {
    const position = { topic, partition, start, end }
    await writer.write({ position, inserts: processed.inserts, repeated: false, attempt: id })
  }
  await sightings.recordSightings(processed.sightings)
  return { removed, inserted }
}

function sum(counts: Iterable<number>): number {
  return [...counts].reduce((all, count) => all + count, 0)
}
