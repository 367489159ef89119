import type { queryStats } from '@signalbox/contracts'
import type { ApiCaller, RouteHandler } from '@signalbox/service-kit'
import { summarizeErrors } from '../kinds/error.js'
import { summarizeMetrics } from '../kinds/metric.js'
import { summarizeTraces } from '../kinds/span.js'
import type { QueryContext } from '../reading/query-context.js'
import { resolveScope } from '../selection/telemetry-scope.js'
import { resolveTimeWindow } from '../selection/time-window.js'

type StatsQuery = Parameters<RouteHandler<typeof queryStats>>[0]['query']

/** Counts of all kinds in a time range. A project narrows errors and traces; metrics belong to no project. */
export async function readStats(context: QueryContext, caller: ApiCaller, query: StatsQuery) {
  const window = resolveTimeWindow(query, context.clock())
  const scope = await resolveScope(context.projects, caller, { projectId: query.project_id, window })
  const [events, metrics, traces] = await Promise.all([
    summarizeErrors(context, scope),
    summarizeMetrics(context, scope),
    summarizeTraces(context, scope),
  ])
  const period = { start: new Date(window.startMs).toISOString(), end: new Date(window.endMs).toISOString() }
  return { stats: { events, metrics, traces }, period }
}
