import type { LedgerKind, Outcome, OutcomeReason } from '@signalbox/contracts'
import type { RowSet } from './row-set.js'

/** So many units of a kind that ended the same way. */
export interface ItemCount {
  kind: LedgerKind
  outcome: Outcome
  /** Empty for `stored`. */
  reason: OutcomeReason
  /** At least 1. */
  quantity: number
}

/** What became of one item: its rows, and the counts that add up to its quantity. */
export interface ItemResult {
  rows: RowSet
  counts: readonly ItemCount[]
  /**
   * The times of the rows are those of the item, and would be the same if it were sent again. Otherwise they depend on
   * when it arrived.
   */
  hasOwnTimes?: boolean
}

/** A result for an item that leaves rows. */
export function stored(kind: LedgerKind, quantity: number, rows: RowSet): ItemResult {
  return { rows, counts: [{ kind, outcome: 'stored', reason: '', quantity }] }
}

/** A result for an item that leaves nothing but its count. */
export function dropped(kind: LedgerKind, quantity: number, reason: OutcomeReason): ItemResult {
  return { rows: {}, counts: [{ kind, outcome: 'dropped', reason, quantity }] }
}
