import { positionColumns, type TableDefinition } from './definition.js'
import { logsTable } from './logs.js'
import { appMetricsTable } from './app-metrics.js'
import { sessionsTable } from './sessions.js'
import { checkInsTable } from './check-ins.js'
import { feedbackTable } from './feedback.js'
import { attachmentsTable } from './attachments.js'
import { dataPointsTable } from './data-points.js'
import { eventsTable } from './events.js'
import { containerMetricsTable, metricPointsTable } from './metrics.js'
import { outcomesTable } from './outcomes.js'
import { rootSpansTable, spansTable } from './spans.js'

const definitions = {
  events: eventsTable,
  spans: spansTable,
  root_spans: rootSpansTable,
  container_metrics: containerMetricsTable,
  metric_points: metricPointsTable,
  logs: logsTable,
  app_metrics: appMetricsTable,
  data_points: dataPointsTable,
  sessions: sessionsTable,
  check_ins: checkInsTable,
  feedback: feedbackTable,
  attachments: attachmentsTable,
  outcomes: outcomesTable,
}
export type TableName = keyof typeof definitions

/** Row type of each table that the consumer writes. */
export type RowsByTable = {
  [Name in TableName]: (typeof definitions)[Name] extends TableDefinition<infer Row> ? Row : never
}

export const tables: { readonly [Name in TableName]: TableDefinition<RowsByTable[Name]> } = definitions

/** Names of all tables, in the order of `tables`. */
export const tableNames: readonly TableName[] = Object.keys(tables).filter(isTableName)

/** Returns the columns of the table that an insert fills, in table order. */
export function insertColumns(table: TableName): string[] {
  return [...Object.keys(tables[table].columns), ...Object.keys(positionColumns)]
}

function isTableName(name: string): name is TableName {
  return name in tables
}

export * from './definition.js'
export * from './attachments.js'
export * from './feedback.js'
export * from './check-ins.js'
export * from './sessions.js'
export * from './app-metrics.js'
export * from './logs.js'
export * from './data-points.js'
export * from './events.js'
export * from './metrics.js'
export * from './outcomes.js'
export * from './spans.js'
