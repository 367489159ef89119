import { tableNames, type InsertBuilder, type RowsByTable, type TableName } from '@signalbox/telemetry-store/rows'

/** Rows of one item by table, computed completely before any is added to a batch. */
export type RowSet = { readonly [Name in TableName]?: readonly RowsByTable[Name][] | undefined }

/** Adds all rows of the set to a batch, table by table. */
export function addRows(builder: InsertBuilder, rows: RowSet): void {
  for (const table of tableNames) addTable(builder, table, rows[table])
}

function addTable<Name extends TableName>(
  builder: InsertBuilder,
  table: Name,
  rows: readonly RowsByTable[Name][] | undefined,
): void {
  if (rows === undefined) return
  for (const row of rows) builder.add(table, row)
}
