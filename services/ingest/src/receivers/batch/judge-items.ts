import { limits, type BatchAccepted, type Omission, type OutcomeReason } from '@signalbox/contracts'
import type { BatchKind } from './batch-kind.js'

/** What became of the items of a batch. */
export interface Judgement {
  accepted: number
  /** Rows of the accepted items. */
  rows: number
  /** Every rejected item, for the ledger. */
  omitted: (Omission & { reason: OutcomeReason })[]
  /** The first rejected items, for the answer. */
  rejected: BatchAccepted['rejected']
}

/** Validates every item of a batch. Order of the items is kept. */
export function judgeItems(batch: BatchKind, items: readonly unknown[]): Judgement {
  const judgement: Judgement = { accepted: 0, rows: 0, omitted: [], rejected: [] }
  for (const [index, item] of items.entries()) {
    const fault = batch.findFault(item)
    const quantity = batch.countRows(item)
    if (fault === undefined) {
      judgement.accepted += 1
      judgement.rows += quantity
      continue
    }
    judgement.omitted.push({ index, kind: batch.kind, outcome: 'dropped', reason: fault.reason, quantity })
    if (judgement.rejected.length < limits.batch.rejectedListedMax) {
      judgement.rejected.push({ index, error: fault.error })
    }
  }
  return judgement
}
