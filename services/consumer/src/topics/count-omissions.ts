import type { Omission } from '@signalbox/contracts'
import type { BatchCollector } from '../batch/batch-collector.js'
import type { LedgerScope } from '../batch/batch-ledger.js'

/**
 * Counts the items that ingest left out, but not again when the record is replayed.
 * @returns Their positions, to be skipped.
 */
export function countOmissions(
  collector: BatchCollector,
  scope: LedgerScope,
  omitted: readonly Omission[],
): ReadonlySet<number> {
  for (const { kind, outcome, reason, quantity } of scope.isReplay === true ? [] : omitted) {
    collector.count(scope, { kind, outcome, reason, quantity })
  }
  return new Set(omitted.map(({ index }) => index))
}
