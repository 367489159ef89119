import type { ComparedOperation, Static, compareOperations } from '@signalbox/contracts'
import type { ApiCaller, RouteHandler } from '@signalbox/service-kit'
import type { QueryContext } from '../reading/query-context.js'
import { roundThousandths } from '../selection/rounding.js'
import { resolveSplit } from '../selection/time-window.js'
import { resolveRangeScope } from './range-scope.js'
import { sampleSpans, spanFailed } from './span-sample.js'

type OperationsQuery = Parameters<RouteHandler<typeof compareOperations>>[0]['query']

interface StoredOperation {
  service: string
  operation: string
  callsBefore: number
  callsAfter: number
  errorsBefore: number
  errorsAfter: number
  /** Median and 95th percentile in microseconds, null without calls. */
  durationsBefore: [number | null, number | null]
  durationsAfter: [number | null, number | null]
  total: number
}

/** Operations before and after a point in time, most failures first. */
export async function listOperations(
  context: QueryContext,
  caller: ApiCaller,
  query: OperationsQuery,
): Promise<Static<(typeof compareOperations)['response']>> {
  const scope = await resolveRangeScope(context, caller, query)
  const splitMs = resolveSplit(query.split, scope.window)
  const { oneIn, filter } = await sampleSpans(context.store, scope)
  const rows = await context.store.read<StoredOperation>({
    name: 'comparedOperations',
    sql: `
      SELECT service, operation, countIf(early) AS callsBefore, countIf(NOT early) AS callsAfter,
        countIf(early AND failed) AS errorsBefore, countIf(NOT early AND failed) AS errorsAfter,
        quantilesExactIf(0.5, 0.95)(duration_us, early) AS durationsBefore,
        quantilesExactIf(0.5, 0.95)(duration_us, NOT early) AS durationsAfter, count() OVER () AS total
      FROM (
        SELECT service, operation, duration_us, ${spanFailed} AS failed,
          start_time < fromUnixTimestamp64Milli({splitMs:Int64}, 'UTC') AS early
        FROM spans WHERE ${filter.sql})
      GROUP BY service, operation
      ORDER BY errorsAfter DESC, callsBefore + callsAfter DESC, service, operation
      LIMIT {limit:UInt32}`,
    parameters: { ...filter.parameters, splitMs, limit: query.limit },
  })
  return {
    one_in_traces: oneIn,
    operations: rows.map((row) => toOperation(row, oneIn)),
    total: rows[0]?.total ?? 0,
  }
}

function toOperation(row: StoredOperation, oneIn: number): ComparedOperation {
  const measured = (counts: { calls: number; errors: number }, [p50, p95]: StoredOperation['durationsBefore']) => ({
    calls: counts.calls * oneIn,
    errors: counts.errors * oneIn,
    p50_ms: counts.calls === 0 ? 0 : roundThousandths((p50 ?? 0) / 1000),
    p95_ms: counts.calls === 0 ? 0 : roundThousandths((p95 ?? 0) / 1000),
  })
  return {
    service: row.service,
    operation: row.operation,
    before: measured({ calls: row.callsBefore, errors: row.errorsBefore }, row.durationsBefore),
    after: measured({ calls: row.callsAfter, errors: row.errorsAfter }, row.durationsAfter),
  }
}
