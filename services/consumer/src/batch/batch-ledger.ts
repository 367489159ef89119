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
  /** Most items have the same outcome as the one before. */
  #last: { scope: LedgerScope; count: LedgerCount; row: OutcomeRow } | undefined

  add(scope: LedgerScope, counted: LedgerCount): void {
    if (this.#last?.scope === scope && isSame(this.#last.count, counted)) {
      addQuantity(this.#last.row, counted.quantity)
      return
    }
    this.#last = { scope, count: counted, row: this.#add(scope, counted) }
  }

  #add(scope: LedgerScope, counted: LedgerCount): OutcomeRow {
    const count = scope.isReplay === true ? { ...counted, outcome: replayedLetter, reason: counted.outcome } : counted
    const minute = toMinute(scope.receivedAt)
    const key = [minute, count.outcome, count.reason, count.kind, scope.projectId, scope.organizationId].join('\n')
    const row = this.#rows.get(key)
    if (row !== undefined) {
      addQuantity(row, count.quantity)
      return row
    }
    const first: OutcomeRow = {
      organization_id: scope.organizationId,
      project_id: scope.projectId,
      minute,
      kind: count.kind,
      outcome: count.outcome,
      reason: count.reason,
      quantity: count.quantity,
    }
    this.#rows.set(key, first)
    return first
  }

  /** One row per sum, in the order of first occurrence, which is the same whenever a batch is processed. */
  rows(): OutcomeRow[] {
    return [...this.#rows.values()]
  }
}

function isSame(one: LedgerCount, other: LedgerCount): boolean {
  return one.kind === other.kind && one.outcome === other.outcome && one.reason === other.reason
}

function addQuantity(row: OutcomeRow, quantity: number): void {
  row.quantity = Math.min(row.quantity + quantity, Number.MAX_SAFE_INTEGER)
}

function toMinute(time: number): number {
  return Math.min(Math.max(time - (time % minuteMs), minuteMin), minuteMax)
}
