import type { LedgerKind, OutcomeReason } from '@signalbox/contracts'
import type { ItemCount } from '../batch/item-result.js'

/** A row, or why an entry has none. */
export type EntryResult<Row extends object> = Row | OutcomeReason

export interface SortedEntries<Row> {
  /** In the order of the entries. */
  rows: Row[]
  /** `stored` first, then each reason once, in order of first occurrence. */
  counts: ItemCount[]
}

/** Separates the rows of a container from its faults, and counts both: a bad entry never affects the others. */
export function sortEntries<Row extends object>(
  kind: LedgerKind,
  results: readonly EntryResult<Row>[],
): SortedEntries<Row> {
  const rows: Row[] = []
  const quantities = new Map<OutcomeReason, number>()
  for (const result of results) {
    if (typeof result === 'string') {
      quantities.set(result, (quantities.get(result) ?? 0) + 1)
    } else {
      rows.push(result)
    }
  }
  const counts: ItemCount[] = rows.length === 0 ? [] : [{ kind, outcome: 'stored', reason: '', quantity: rows.length }]
  for (const [reason, quantity] of quantities) {
    counts.push({ kind, outcome: 'dropped', reason, quantity })
  }
  return { rows, counts }
}
