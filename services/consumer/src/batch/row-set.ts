import type { InsertBuilder, RowsByTable, TableName } from '@signalbox/telemetry-store/rows'

/** Rows of one item, by table. Computed whole before any of them is added to a batch. */
export type RowSet = { readonly [Name in TableName]?: readonly RowsByTable[Name][] }

const tableNames = [
  'events',
  'spans',
  'root_spans',
  'container_metrics',
  'metric_points',
  'outcomes',
] as const satisfies readonly TableName[]

/** Adds all rows of the set to a batch, table by table. */
export function addRows(builder: InsertBuilder, rows: RowSet): void {
  for (const table of tableNames) {
    addTable(builder, table, rows)
  }
}

function addTable<Name extends TableName>(builder: InsertBuilder, table: Name, rows: RowSet): void {
  const ofTable: readonly RowsByTable[Name][] | undefined = rows[table]
  if (ofTable === undefined) {
    return
  }
  for (const row of ofTable) {
    builder.add(table, row)
  }
}
