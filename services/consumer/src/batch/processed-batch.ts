import type { DeadLetterReason, Outcome } from '@signalbox/contracts'
import type { Sighting } from '@signalbox/service-kit'
import type { BatchIdentities } from './item-identities.js'
import type { PreparedInsert } from '@signalbox/telemetry-store/rows'

/** An item, or a whole record, that could not be turned into rows. */
export interface DeadLetter {
  /** Offset of its record in the batch. */
  offset: number
  /** Position in its request, null when the record as a whole could not be read. */
  itemIndex: number | null
  reason: DeadLetterReason
  /** What went wrong, for people. */
  detail: string
}

export interface BatchCounts {
  /** Rows of all tables, the ledger's included. */
  rows: number
  /** Units of items by how they ended; what was counted before it reached the log is included. */
  items: Record<Outcome, number>
  /** Unix milliseconds when the oldest record was received; undefined when no record says. */
  oldestReceivedAt: number | undefined
}

/** A batch ready to be stored. Plain data: it can be sent between threads. */
export interface ProcessedBatch {
  inserts: PreparedInsert[]
  /** Ordered by offset, then by item. */
  deadLetters: DeadLetter[]
  counts: BatchCounts
  /** Fingerprints of the events in the batch, each once. */
  sightings: Sighting[]
  /** What may be stored already, by table. */
  identities: BatchIdentities[]
}
