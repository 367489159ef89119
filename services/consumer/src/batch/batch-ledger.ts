import type { OutcomeRow } from '@signalbox/telemetry-store/rows'

const MINUTE_MS = 60_000

/** Whose items are counted, and when they were received. */
export interface LedgerScope {
  organizationId: string
  /** Empty for telemetry that belongs to no project. */
  projectId: string
  /** Unix milliseconds. */
  receivedAt: number
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

  add(scope: LedgerScope, count: LedgerCount): void {
    const minute = scope.receivedAt - (scope.receivedAt % MINUTE_MS)
    const key = [minute, count.outcome, count.reason, count.kind, scope.projectId, scope.organizationId].join('\n')
    const row = this.#rows.get(key)
    if (row !== undefined) {
      row.quantity += count.quantity
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
