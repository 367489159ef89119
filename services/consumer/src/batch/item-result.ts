import type { LedgerKind, Outcome, OutcomeReason } from '@signalbox/contracts'
import type { RowSet } from './row-set.js'

/** A number of units of one kind with the same outcome. */
export interface ItemCount {
  kind: LedgerKind
  outcome: Outcome
  /** Empty for `stored`. */
  reason: OutcomeReason
  /** At least 1. */
  quantity: number
}

/** Result of one item: its rows, and outcome counts that add up to its quantity. */
export interface ItemResult {
  rows: RowSet
  counts: readonly ItemCount[]
  /**
   * True if the rows' times come from the item and would be the same when resent. Otherwise they depend on the time of
   * arrival.
   */
  hasOwnTimes?: boolean
}

/** Creates the result of an item that has rows. */
export function stored(kind: LedgerKind, quantity: number, rows: RowSet): ItemResult {
  return { rows, counts: [{ kind, outcome: 'stored', reason: '', quantity }] }
}

/** Creates the result of an item that only has a count. */
export function dropped(kind: LedgerKind, quantity: number, reason: OutcomeReason): ItemResult {
  return { rows: {}, counts: [{ kind, outcome: 'dropped', reason, quantity }] }
}
