import {
  ServiceError,
  type ErrorEvent,
  type ErrorsResponse,
  type EventLevel,
  type queryErrors,
  type Static,
  type readErrors,
} from '@signalbox/contracts'
import type { ApiCaller, RouteHandler } from '@signalbox/service-kit'
import { allOf, type Filter } from '../selection/filter.js'
import type { QueryContext } from '../reading/query-context.js'
import { resolveScope, withinScope, type TelemetryScope } from '../selection/telemetry-scope.js'
import { resolveHoursBack, resolveTimeWindow } from '../selection/time-window.js'
import { matchingCriteria, type ErrorCriteria } from './error-filters.js'
import { parseUser } from './event-user.js'

type ErrorsQuery = Parameters<RouteHandler<typeof queryErrors>>[0]['query']
type ReadQuery = Parameters<RouteHandler<typeof readErrors>>[0]['query']
type ErrorList = Static<typeof ErrorsResponse>

interface Page {
  limit: number
  offset: number
}

/** An event as read from the columns below. */
export interface StoredError extends Omit<ErrorEvent, 'timestamp' | 'user' | 'level' | 'handled' | 'issue_id'> {
  timestampMs: number
  level: EventLevel
  /** JSON, or empty. */
  user: string
  /** `true`, `false`, or empty if unknown. */
  handled: string
}

/** The columns of an error item. */
export const errorColumns =
  'event_id, project_id, toUnixTimestamp64Milli(timestamp) AS timestampMs, level, message, exception_type, ' +
  'exception_value, platform, sdk_name, tags, stack_trace, fingerprint, release, environment, trace_id, user, ' +
  'handled, times_seen'

/** Converts events to error items, each with its issue, if it has one yet. */
export async function toErrorEvents(
  { issues }: QueryContext,
  organizationId: string,
  rows: readonly StoredError[],
): Promise<ErrorEvent[]> {
  const seen = rows.map(({ project_id: projectId, fingerprint }) => ({ projectId, fingerprint }))
  const issueIds = rows.length === 0 ? undefined : await issues.findIssueIds(organizationId, seen)
  return rows.map(({ timestampMs, user, handled, ...event }) => ({
    ...event,
    timestamp: new Date(timestampMs).toISOString(),
    user: parseUser(user),
    handled: handled === '' ? null : handled === 'true',
    issue_id: issueIds?.get(`${event.project_id}:${event.fingerprint}`) ?? null,
  }))
}

// A single step: the store sorts by the two narrow columns and reads the wide ones only for the returned rows.
function selectPage(filter: Filter, page: Page) {
  return {
    name: 'errorsPage',
    sql: `
      SELECT ${errorColumns}
      FROM events
      WHERE ${filter.sql}
      ORDER BY timestamp DESC, event_id
      LIMIT {limit:UInt32} OFFSET {offset:UInt32}`,
    parameters: { ...filter.parameters, limit: page.limit, offset: page.offset },
  }
}

async function findErrors(
  context: QueryContext,
  request: { scope: TelemetryScope; criteria: ErrorCriteria; page: Page },
): Promise<ErrorList> {
  const { store } = context
  const { scope, criteria, page } = request
  const filter = allOf(withinScope(scope, 'timestamp'), matchingCriteria(criteria))
  // Flood samples represent more than one event: the total counts those, paging counts rows.
  const [counted] = await store.read<{ total: number; rows: number }>({
    name: 'errorsTotal',
    sql: `SELECT sum(times_seen) AS total, count() AS rows FROM events WHERE ${filter.sql}`,
    parameters: filter.parameters,
  })
  const { total, rows: kept } = counted ?? { total: 0, rows: 0 }
  const rows = page.offset < kept ? await store.read<StoredError>(selectPage(filter, page)) : []
  const events = await toErrorEvents(context, scope.organizationId, rows)
  return { events, total, has_more: page.offset + rows.length < kept }
}

/** Error events, newest first, ties by event id. */
export async function listErrors(context: QueryContext, caller: ApiCaller, query: ErrorsQuery): Promise<ErrorList> {
  const window = resolveTimeWindow(query, context.clock())
  const scope = await resolveScope(context.projects, caller, { projectId: query.project_id, window })
  const { limit, offset } = query
  return findErrors(context, { scope, criteria: query, page: { limit, offset } })
}

/**
 * Error events by `action`: `recent` lists, `search` lists those that contain `query`.
 * @throws ServiceError `invalid-parameters` if there is nothing to search for.
 */
export async function readErrorsByAction(
  context: QueryContext,
  caller: ApiCaller,
  query: ReadQuery,
): Promise<ErrorList> {
  const search = query.action === 'search' ? query.query : undefined
  if (query.action === 'search' && search === undefined) {
    const detail = 'is required with action=search'
    throw new ServiceError('invalid-parameters', { detail, faults: [{ in: 'query', name: 'query', detail }] })
  }
  const window = resolveHoursBack(query, context.clock())
  const scope = await resolveScope(context.projects, caller, { projectId: query.project_id, window })
  const { limit, offset } = query
  return findErrors(context, {
    scope,
    criteria: { ...query, ...(search !== undefined && { search }) },
    page: { limit, offset },
  })
}

/** Occurrences by level for the statistics: a row may represent several. */
export async function summarizeErrors({ store }: QueryContext, scope: TelemetryScope) {
  const filter = withinScope(scope, 'timestamp')
  const [counts] = await store.read<{ total: number; errors: number; warnings: number; info: number }>({
    name: 'errorStats',
    sql: `
      SELECT sum(times_seen) AS total, sumIf(times_seen, level IN ('error', 'fatal')) AS errors,
        sumIf(times_seen, level = 'warning') AS warnings, sumIf(times_seen, level IN ('info', 'debug')) AS info
      FROM events
      WHERE ${filter.sql}`,
    parameters: filter.parameters,
  })
  return counts ?? { total: 0, errors: 0, warnings: 0, info: 0 }
}
