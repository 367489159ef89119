import type { DeadLetterReason, Outcome } from '@signalbox/contracts'
import type { Sighting } from '@signalbox/service-kit'
import type { SkippedRules } from '../project/rule-budgets.js'
import type { BatchIdentities } from './item-identities.js'
import type { PreparedInsert } from '@signalbox/telemetry-store/rows'

/** An item or record that could not be converted to rows. */
export interface DeadLetter {
  /** Offset of its record. */
  offset: number
  /** Position in its request; null if the complete record could not be read. */
  itemIndex: number | null
  reason: DeadLetterReason
  /** Description of the fault. */
  detail: string
}

export interface BatchCounts {
  /** Rows of all tables, including the ledger. */
  rows: number
  /** Units of items by outcome, including what was counted before it reached the log. */
  items: Record<Outcome, number>
  /** Receive time of the oldest record, Unix milliseconds; undefined if no record has one. */
  oldestReceivedAt: number | undefined
}

/** A batch ready to be stored. Plain data that can be sent between threads. */
export interface ProcessedBatch {
  inserts: PreparedInsert[]
  /** Ordered by offset, then by item. */
  deadLetters: DeadLetter[]
  counts: BatchCounts
  /** Distinct fingerprints of the batch's events. */
  sightings: Sighting[]
  /** Items that may already be stored, by table. */
  identities: BatchIdentities[]
  /** Projects some of whose events were grouped without their rules. */
  skippedRules: SkippedRules[]
}
