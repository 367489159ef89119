import { sqlColumns, sqlTables, type SqlTable } from '@signalbox/contracts'
import type { TableName } from '@signalbox/telemetry-store'
import { allOf, type Filter } from '../selection/filter.js'
import { ofOrganization, withinWindow, type TelemetryScope } from '../selection/telemetry-scope.js'

interface Source {
  table: TableName
  timeColumn: string
  /** Columns with a different public name, with their expressions. */
  renamed: Readonly<Record<string, string>>
}

const sources: Readonly<Record<SqlTable, Source>> = {
  error_events: { table: 'events', timeColumn: 'timestamp', renamed: {} },
  trace_spans: {
    table: 'spans',
    timeColumn: 'start_time',
    renamed: { timestamp: 'start_time', duration_ms: 'duration_us / 1000' },
  },
  log_entries: { table: 'logs', timeColumn: 'timestamp', renamed: {} },
  container_samples: { table: 'container_metrics', timeColumn: 'timestamp', renamed: {} },
  metric_samples: { table: 'metric_points', timeColumn: 'timestamp', renamed: {} },
  app_measurements: { table: 'app_metrics', timeColumn: 'timestamp', renamed: {} },
}

/**
 * The tables available to SQL, each as a subquery with only the caller's rows within the window. No stored table has
 * one of these names, so any other name finds nothing.
 */
export function visibleTables({ organizationId, window }: TelemetryScope): Filter {
  const filters = sqlTables.map((name) => ({
    name,
    filter: allOf(ofOrganization(organizationId), withinWindow(sources[name].timeColumn, window)),
  }))
  const parts = filters.map(
    ({ name, filter }) => `${name} AS (SELECT ${selectColumns(name)} FROM ${sources[name].table} WHERE ${filter.sql})`,
  )
  return { sql: `WITH ${parts.join(',\n')}`, parameters: allOf(...filters.map(({ filter }) => filter)).parameters }
}

function selectColumns(name: SqlTable): string {
  const { renamed, table } = sources[name]
  return Object.keys(sqlColumns[name])
    .map((column) =>
      renamed[column] === undefined ? `${table}.${column} AS ${column}` : `${renamed[column]} AS ${column}`,
    )
    .join(', ')
}

/** The same restriction for the engine itself: whatever a statement reads, stored rows of others are filtered out. */
export function storedRowFilters(organizationId: string, tableNames: readonly string[]): Record<string, string> {
  return Object.fromEntries(tableNames.map((table) => [table, `organization_id = '${organizationId}'`]))
}
