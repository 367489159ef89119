import type { TableDefinition } from './definition.js'

/** One line of the ledger: how many items of a kind had an outcome, per minute and batch. */
export interface OutcomeRow {
  organization_id: string
  /** Empty for telemetry that does not belong to a project. */
  project_id: string
  /** Start of the minute in which the items were received, in Unix milliseconds. */
  minute: number
  kind: string
  outcome: string
  reason: string
  quantity: number
}

export const outcomesTable: TableDefinition<OutcomeRow> = {
  name: 'outcomes',
  columns: {
    organization_id: 'LowCardinality(String)',
    project_id: 'LowCardinality(String)',
    minute: "DateTime64(3, 'UTC')",
    kind: 'LowCardinality(String)',
    outcome: 'LowCardinality(String)',
    reason: 'LowCardinality(String)',
    quantity: 'UInt64',
  },
  retention: { kind: 'outcomes', column: 'minute' },
  partitionTimeMs: (row) => row.minute,
}
