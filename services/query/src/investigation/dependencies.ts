import { limits, type Dependency, type queryDependencies } from '@signalbox/contracts'
import type { ApiCaller, RouteHandler } from '@signalbox/service-kit'
import type { QueryContext } from '../reading/query-context.js'
import { roundThousandths } from '../selection/rounding.js'
import { resolveRangeScope } from './range-scope.js'
import { parentKey, sampleSpans, spanFailed, spanKey } from './span-sample.js'

type DependenciesQuery = Parameters<RouteHandler<typeof queryDependencies>>[0]['query']

interface StoredDependency {
  caller: string
  callee: string
  calls: number
  errors: number
  p95Us: number
  total: number
}

/** The call graph: spans joined to their parents by a number derived from trace and span. */
export async function listDependencies(context: QueryContext, caller: ApiCaller, query: DependenciesQuery) {
  const scope = await resolveRangeScope(context, caller, query)
  const { oneIn, filter } = await sampleSpans(context.store, scope)
  const rows = await context.store.read<StoredDependency>({
    name: 'dependencies',
    sql: `
      SELECT parents.service AS caller, children.service AS callee, count() AS calls, countIf(failed) AS errors,
        quantileExact(0.95)(duration_us) AS p95Us, count() OVER () AS total
      FROM (
        SELECT ${parentKey} AS key, service, duration_us, ${spanFailed} AS failed
        FROM spans WHERE ${filter.sql} AND parent_span_id != '') AS children
      ANY LEFT JOIN (SELECT ${spanKey} AS key, service FROM spans WHERE ${filter.sql}) AS parents USING (key)
      WHERE caller != '' AND caller != callee
      GROUP BY caller, callee
      ORDER BY calls DESC, caller, callee
      LIMIT {limit:UInt32}`,
    parameters: { ...filter.parameters, limit: limits.query.dependenciesMax },
  })
  return {
    one_in_traces: oneIn,
    dependencies: rows.map((row) => toDependency(row, oneIn)),
    total: rows[0]?.total ?? 0,
  }
}

function toDependency({ caller, callee, calls, errors, p95Us }: StoredDependency, oneIn: number): Dependency {
  return { caller, callee, calls: calls * oneIn, errors: errors * oneIn, p95_ms: roundThousandths(p95Us / 1000) }
}
