import { sqlColumns, sqlTables, type SqlTable } from '@signalbox/contracts'
import type { TableName } from '@signalbox/telemetry-store'
import { allOf, type Filter } from '../selection/filter.js'
import { ofOrganization, withinWindow, type TelemetryScope } from '../selection/telemetry-scope.js'

interface Source {
  table: TableName
  timeColumn: string
  /** Columns that are called otherwise than they are stored, by what they are made of. */
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
 * The tables that SQL may read, each as a part of the statement that holds the caller's rows of the window and nothing
 * else. Their names are none of stored tables, so that a name that is not one of them finds nothing.
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

/** The same once more for the engine itself: whatever a statement reads, stored rows of others are filtered out. */
export function storedRowFilters(organizationId: string, tableNames: readonly string[]): Record<string, string> {
  return Object.fromEntries(tableNames.map((table) => [table, `organization_id = '${organizationId}'`]))
}
