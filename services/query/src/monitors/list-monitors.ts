import { setImmediate } from 'node:timers/promises'
import { limits, ServiceError, type queryMonitors, type readMonitor } from '@signalbox/contracts'
import type { ApiCaller, RouteHandler } from '@signalbox/service-kit'
import type { QueryContext } from '../reading/query-context.js'
import { resolveScope, type TelemetryScope } from '../selection/telemetry-scope.js'
import { resolveTimeWindow, type TimeWindow } from '../selection/time-window.js'
import { describeMonitor, type DescribedMonitor } from './describe-monitor.js'
import { keyOf, readCheckIns, readMonitors, type MonitorCriteria, type MonitorPage } from './read-check-ins.js'
import type { CheckIn } from './runs.js'
import { createScheduleBook } from './schedule.js'

type ListInput = Parameters<RouteHandler<typeof queryMonitors>>[0]
type ReadInput = Parameters<RouteHandler<typeof readMonitor>>[0]

interface MonitorRequest {
  scope: TelemetryScope
  criteria: MonitorCriteria
  page: MonitorPage
}

/** Number of monitors whose check-ins are in memory at the same time. */
const chunkSize = 20

/** Monitors of the organization, by slug, project and environment. */
export async function listMonitors(context: QueryContext, { caller, query }: Pick<ListInput, 'caller' | 'query'>) {
  const scope = await scopeOf(context, caller, query)
  const { environment, limit, offset } = query
  const { described, total } = await findMonitors(context, {
    scope,
    criteria: { environment },
    page: { limit, offset },
  })
  return { monitors: described.map(({ monitor }) => monitor), total }
}

/**
 * A monitor in each project and environment that has it.
 * @throws ServiceError `not-found` if the organization has no such monitor.
 */
export async function readOneMonitor(
  context: QueryContext,
  { caller, query, params }: Pick<ReadInput, 'caller' | 'query' | 'params'>,
) {
  const scope = await scopeOf(context, caller, query)
  const { described } = await findMonitors(context, {
    scope,
    criteria: { slug: params.slug, environment: query.environment },
    page: { limit: limits.query.monitorPlacesMax, offset: 0 },
  })
  if (described.length === 0) throw new ServiceError('not-found', { detail: 'No such monitor' })
  return {
    slug: params.slug,
    monitors: described.map(({ monitor, occurrences }) => ({ ...monitor, occurrences })),
  }
}

function scopeOf({ projects, clock }: QueryContext, caller: ApiCaller, query: ReadInput['query']) {
  return resolveScope(projects, caller, { projectId: query.project_id, window: resolveTimeWindow(query, clock()) })
}

async function findMonitors({ store, clock }: QueryContext, request: MonitorRequest) {
  const { scope } = request
  const monitors = await readMonitors(store, request)
  const nowMs = Math.min(clock(), scope.window.endMs)
  const findSchedule = createScheduleBook()
  const described: DescribedMonitor[] = []
  for (let start = 0; start < monitors.length; start += chunkSize) {
    const chunk = monitors.slice(start, start + chunkSize)
    const { within, before } = await readCheckIns(store, scope, chunk)
    for (const monitor of chunk) {
      const key = keyOf(monitor)
      const evidence = collect({ within: within.get(key) ?? [], before: before.get(key) ?? [], window: scope.window })
      described.push(describeMonitor(monitor, { ...evidence, nowMs }, findSchedule))
      // Expanding a per-minute schedule takes a while, so let other requests run first.
      await setImmediate()
    }
  }
  return { described, total: monitors[0]?.total ?? (await countMonitors(store, request)) }
}

/** Number of monitors on all pages, for a page without any. */
async function countMonitors(store: QueryContext['store'], request: MonitorRequest): Promise<number> {
  if (request.page.offset === 0) return 0
  const [first] = await readMonitors(store, { ...request, page: { limit: 1, offset: 0 } })
  return first?.total ?? 0
}

/** If check-ins within the window are missing, those before it say nothing about what was expected after them. */
function collect(found: { within: CheckIn[]; before: CheckIn[]; window: TimeWindow }) {
  const { within, before, window } = found
  const { startMs, endMs } = window
  const oldest = within.at(-1)
  const isCut = oldest !== undefined && within.length >= limits.query.checkInsMax
  return isCut
    ? { checkIns: within, window: { startMs: oldest.atMs, endMs } }
    : { checkIns: [...within, ...before], window: { startMs, endMs } }
}
