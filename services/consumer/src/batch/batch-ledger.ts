import { minuteMs, replayedLetter } from '@signalbox/contracts'
import type { OutcomeRow } from '@signalbox/telemetry-store/rows'

/** The first and last minutes that the table can hold, Unix milliseconds. A time that nobody knows counts as the first. */
const minuteMin = 1_000_000_020_000
const minuteMax = 5_662_310_340_000

/** Whose items are counted, and when they were received. */
export interface LedgerScope {
  organizationId: string
  /** Empty for telemetry that belongs to no project. */
  projectId: string
  /** Unix milliseconds. */
  receivedAt: number
  /** True for a dead letter that is processed once more: what it becomes is counted beside the sum. */
  isReplay?: boolean
}

/** The words come from `contracts/log/ledger.ts`; text here, because counts of refused items arrive as text. */
export interface LedgerCount {
  kind: string
  outcome: string
  reason: string
  quantity: number
}

/** Sums the outcomes of one batch per organization, project, kind, outcome, reason and minute. */
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

  /** One row per sum, in the order in which they were first counted, which is the same whenever a batch is processed. */
  rows(): OutcomeRow[] {
    return [...this.#rows.values()]
  }
}

function toMinute(time: number): number {
  return Math.min(Math.max(time - (time % minuteMs), minuteMin), minuteMax)
}
