import type { TableDefinition } from './definition.js'
import { eventsTable, type EventRow } from './events.js'
import { containerMetricsTable, metricPointsTable, type ContainerMetricRow, type MetricPointRow } from './metrics.js'
import { outcomesTable, type OutcomeRow } from './outcomes.js'
import { rootSpansTable, spansTable, type RootSpanRow, type SpanRow } from './spans.js'

/** The row type of each table that the consumer writes. */
export interface RowsByTable {
  events: EventRow
  spans: SpanRow
  root_spans: RootSpanRow
  container_metrics: ContainerMetricRow
  metric_points: MetricPointRow
  outcomes: OutcomeRow
}
export type TableName = keyof RowsByTable

export const tables: { readonly [Name in TableName]: TableDefinition<RowsByTable[Name]> } = {
  events: eventsTable,
  spans: spansTable,
  root_spans: rootSpansTable,
  container_metrics: containerMetricsTable,
  metric_points: metricPointsTable,
  outcomes: outcomesTable,
}

export * from './definition.js'
export * from './events.js'
export * from './metrics.js'
export * from './outcomes.js'
export * from './spans.js'
