import { limits, type BatchAccepted, type Omission, type OutcomeReason } from '@signalbox/contracts'
import type { BatchKind } from './batch-kind.js'

/** Result of validating a batch. */
export interface BatchValidation {
  accepted: number
  /** Rows the accepted items become. */
  rows: number
  /** All rejected items, for the ledger. */
  omitted: (Omission & { reason: OutcomeReason })[]
  /** The first few rejected items, for the response. */
  rejected: BatchAccepted['rejected']
}

/** Validates every item of a batch, preserving order. */
export function validateItems(batch: BatchKind, items: readonly unknown[]): BatchValidation {
  const validation: BatchValidation = { accepted: 0, rows: 0, omitted: [], rejected: [] }
  for (const [index, item] of items.entries()) {
    const fault = batch.findFault(item)
    const quantity = batch.countRows(item)
    if (fault === undefined) {
      validation.accepted += 1
      validation.rows += quantity
      continue
    }
    validation.omitted.push({ index, kind: batch.kind, outcome: 'dropped', reason: fault.reason, quantity })
    if (validation.rejected.length < limits.batch.rejectedListedMax) {
      validation.rejected.push({ index, error: fault.error })
    }
  }
  return validation
}
