import { coverageSources, type Coverage, type queryCoverage } from '@signalbox/contracts'
import type { ApiCaller, RouteHandler } from '@signalbox/service-kit'
import { allOf } from '../selection/filter.js'
import type { QueryContext } from '../reading/query-context.js'
import { ofOrganization, withinScope, withinWindow } from '../selection/telemetry-scope.js'
import { resolveRangeScope } from './range-scope.js'

type CoverageQuery = Parameters<RouteHandler<typeof queryCoverage>>[0]['query']
type Source = Coverage['source']

interface StoredCoverage {
  source: Source
  firstMs: number
  lastMs: number
  count: number
}

/** Tables of each source with their time column. */
const tables: Readonly<Record<Source, readonly (readonly [table: string, time: string])[]>> = {
  events: [['events', 'timestamp']],
  spans: [['spans', 'start_time']],
  logs: [['logs', 'timestamp']],
  metrics: [
    ['container_metrics', 'timestamp'],
    ['metric_points', 'timestamp'],
  ],
  app_metrics: [['app_metrics', 'timestamp']],
}

/** First and last time with data, by source. */
export async function readCoverage(context: QueryContext, caller: ApiCaller, query: CoverageQuery) {
  const scope = await resolveRangeScope(context, caller, query)
  const sources = coverageSources.filter((source) => source !== 'metrics' || scope.projectId === undefined)
  // Container metrics have no project column.
  const rowsOf = (source: Source, time: string) =>
    source === 'metrics'
      ? allOf(ofOrganization(scope.organizationId), withinWindow(time, scope.window))
      : withinScope(scope, time)
  const selects = sources.flatMap((source) =>
    tables[source].map(
      ([table, time]) => `
        SELECT '${source}' AS source, toUnixTimestamp64Milli(min(${time})) AS first,
          toUnixTimestamp64Milli(max(${time})) AS last, count() AS rows
        FROM ${table} WHERE ${rowsOf(source, time).sql}`,
    ),
  )
  const rows = await context.store.read<StoredCoverage>({
    name: 'coverage',
    sql: `
      SELECT source, min(first) AS firstMs, max(last) AS lastMs, sum(rows) AS count
      FROM (${selects.join(' UNION ALL ')})
      WHERE rows > 0
      GROUP BY source
      ORDER BY source`,
    parameters: withinScope(scope, 'timestamp').parameters,
  })
  return { sources: rows.map(toCoverage) }
}

function toCoverage({ source, firstMs, lastMs, count }: StoredCoverage): Coverage {
  return { source, first: new Date(firstMs).toISOString(), last: new Date(lastMs).toISOString(), count }
}
