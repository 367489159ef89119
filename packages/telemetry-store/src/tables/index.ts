import type { TableDefinition } from './definition.js'
import { logsTable, type LogRow } from './logs.js'
import { appMetricsTable, type AppMetricRow } from './app-metrics.js'
import { sessionsTable, type SessionRow } from './sessions.js'
import { checkInsTable, type CheckInRow } from './check-ins.js'
import { feedbackTable, type FeedbackRow } from './feedback.js'
import { attachmentsTable, type AttachmentRow } from './attachments.js'
import { dataPointsTable, type DataPointRow } from './data-points.js'
import { eventsTable, type EventRow } from './events.js'
import { containerMetricsTable, metricPointsTable, type ContainerMetricRow, type MetricPointRow } from './metrics.js'
import { outcomesTable, type OutcomeRow } from './outcomes.js'
import { rootSpansTable, spansTable, type RootSpanRow, type SpanRow } from './spans.js'

/** Row type of each table that the consumer writes. */
export interface RowsByTable {
  events: EventRow
  spans: SpanRow
  root_spans: RootSpanRow
  container_metrics: ContainerMetricRow
  metric_points: MetricPointRow
  logs: LogRow
  app_metrics: AppMetricRow
  data_points: DataPointRow
  sessions: SessionRow
  check_ins: CheckInRow
  feedback: FeedbackRow
  attachments: AttachmentRow
  outcomes: OutcomeRow
}
export type TableName = keyof RowsByTable

export const tables: { readonly [Name in TableName]: TableDefinition<RowsByTable[Name]> } = {
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

/** Names of all tables, in the order of `tables`. */
export const tableNames: readonly TableName[] = Object.keys(tables).filter(isTableName)

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
