import { minuteMs, replayedLetter } from '@signalbox/contracts'
import type { OutcomeRow } from '@signalbox/telemetry-store/rows'

/** The first and last minutes that the table can hold, Unix milliseconds. An unknown time counts as the first. */
const minuteMin = 1_000_000_020_000
const minuteMax = 5_662_310_340_000

/** The owner of the counted items, and their receive time. */
export interface LedgerScope {
  organizationId: string
  /** Empty for telemetry without a project. */
  projectId: string
  /** Unix milliseconds. */
  receivedAt: number
  /** True for a reprocessed dead letter: its outcome is counted outside the sum. */
  isReplay?: boolean
}

/**
 * The values come from `contracts/log/ledger.ts`; typed as text here, because counts of rejected items arrive as text.
 */
export interface LedgerCount {
  kind: string
  outcome: string
  reason: string
  quantity: number
}

/** Sums the outcomes of one batch by organization, project, kind, outcome, reason and minute. */
export class BatchLedger {
  readonly #rows = new Map<string, OutcomeRow>()

  add(scope: LedgerScope, counted: LedgerCount): void {
    const count = scope.isReplay === true ? { ...counted, outcome: replayedLetter, reason: counted.outcome } : counted
    const minute = toMinute(scope.receivedAt)
    const key = [minute, count.outcome, count.reason, count.kind, scope.projectId, scope.organizationId].join('\n')
    const row = this.#rows.get(key)
    if (row !== undefined) {
      row.quantity = Math.min(row.quantity + count.quantity, Number.MAX_SAFE_INTEGER)
      return
    }
    this.#rows.set(key, {
      organization_id: scope.organizationId,
      project_id: scope.projectId,
      minute,
      kind: count.kind,
      outcome: count.outcome,
      reason: count.reason,
      quantity: count.quantity,
    })
  }

  /** One row per sum, in the order of first occurrence, which is the same whenever a batch is processed. */
  rows(): OutcomeRow[] {
    return [...this.#rows.values()]
  }
}

function toMinute(time: number): number {
  return Math.min(Math.max(time - (time % minuteMs), minuteMin), minuteMax)
}
