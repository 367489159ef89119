import type { InsertBuilder, RowsByTable, TableName } from '@signalbox/telemetry-store/rows'

/** Rows of one item, by table. Computed whole before any of them is added to a batch. */
export type RowSet = { readonly [Name in TableName]?: readonly RowsByTable[Name][] }

/** Adds all rows of the set to a batch, table by table. */
export function addRows(builder: InsertBuilder, rows: RowSet): void {
  addTable(builder, 'events', rows.events)
  addTable(builder, 'spans', rows.spans)
  addTable(builder, 'root_spans', rows.root_spans)
  addTable(builder, 'container_metrics', rows.container_metrics)
  addTable(builder, 'metric_points', rows.metric_points)
  addTable(builder, 'logs', rows.logs)
  addTable(builder, 'app_metrics', rows.app_metrics)
  addTable(builder, 'data_points', rows.data_points)
  addTable(builder, 'sessions', rows.sessions)
  addTable(builder, 'check_ins', rows.check_ins)
  addTable(builder, 'feedback', rows.feedback)
  addTable(builder, 'attachments', rows.attachments)
  addTable(builder, 'outcomes', rows.outcomes)
}

function addTable<Name extends TableName>(
  builder: InsertBuilder,
  table: Name,
  rows: readonly RowsByTable[Name][] | undefined,
): void {
  if (rows === undefined) {
    return
  }
  for (const row of rows) {
    builder.add(table, row)
  }
}
