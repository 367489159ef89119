import { limits, type exportTelemetry, type Static } from '@signalbox/contracts'
import type { ApiCaller, RouteHandler } from '@signalbox/service-kit'
import { allOf } from '../selection/filter.js'
import { resolveRangeScope } from '../investigation/range-scope.js'
import type { QueryContext } from '../reading/query-context.js'
import { ofOrganization, ofProject, withinWindow } from '../selection/telemetry-scope.js'
import { exportedRows } from './exported-rows.js'

type ExportQuery = Parameters<RouteHandler<typeof exportTelemetry>>[0]['query']
type Exported = Static<(typeof exportTelemetry)['response']>

/**
 * A page of rows, oldest first. It contains at least one row if there is one, and otherwise stays within the byte
 * limit.
 */
export async function exportRows(context: QueryContext, caller: ApiCaller, query: ExportQuery): Promise<Exported> {
  const scope = await resolveRangeScope(context, caller, query)
  const kind = exportedRows[query.kind]
  if (!kind.hasProject && scope.projectId !== undefined) return { items: [], next_offset: null }
  const filter = allOf(
    ofOrganization(scope.organizationId),
    kind.hasProject ? ofProject(scope.projectId) : undefined,
    withinWindow(kind.time, scope.window),
  )
  const rows = await context.store.read<Record<string, unknown>>({
    name: 'exportTelemetry',
    // One row more than the page shows whether there is another page.
    sql: `
      SELECT * EXCEPT (bytes, bytes_so_far) FROM (
        SELECT *, sum(bytes) OVER (ORDER BY ${kind.order} ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS bytes_so_far
        FROM (
          SELECT *, ${kind.bytes} AS bytes FROM (${kind.select(filter.sql)})
          ORDER BY ${kind.order}
          LIMIT {limit:UInt32} OFFSET {offset:UInt32}))
      WHERE bytes_so_far - bytes < {bytesMax:UInt64}
      ORDER BY ${kind.order}`,
    parameters: {
      ...filter.parameters,
      limit: query.limit + 1,
      offset: query.offset,
      bytesMax: limits.bundle.pageBytesMax,
    },
  })
  const items = rows.slice(0, query.limit)
  const isLast = rows.length <= query.limit && (await isEnd(rows))
  return { items, next_offset: isLast ? null : query.offset + items.length }

  /** A page that was cut for its size isn't the last, however few rows it has. */
  async function isEnd(page: readonly unknown[]): Promise<boolean> {
    if (page.length === 0) return true
    const [rest] = await context.store.read<{ more: number }>({
      name: 'exportTelemetryRest',
      sql: `SELECT count() AS more FROM (SELECT 1 FROM (${kind.select(filter.sql)}) LIMIT 1 OFFSET {offset:UInt32})`,
      parameters: { ...filter.parameters, offset: query.offset + page.length },
    })
    return (rest?.more ?? 0) === 0
  }
}
