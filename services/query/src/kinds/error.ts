import {
  EventUser,
  ServiceError,
  createValidator,
  type ErrorEvent,
  type ErrorsAnswer,
  type EventLevel,
  type queryErrors,
  type Static,
  type readErrors,
} from '@signalbox/contracts'
import type { ApiCaller, RouteHandler } from '@signalbox/service-kit'
import { allOf, type Filter } from '../filter.js'
import type { QueryContext } from '../query-context.js'
import { resolveScope, withinScope, type TelemetryScope } from '../telemetry-scope.js'
import { resolveHoursBack, resolveTimeWindow } from '../time-window.js'
import { meetingCriteria, type ErrorCriteria } from './error-filters.js'

type ErrorsQuery = Parameters<RouteHandler<typeof queryErrors>>[0]['query']
type ReadQuery = Parameters<RouteHandler<typeof readErrors>>[0]['query']
type Answer = Static<typeof ErrorsAnswer>

interface Page {
  limit: number
  offset: number
}

interface StoredError extends Omit<ErrorEvent, 'timestamp' | 'user' | 'level'> {
  timestampMs: number
  level: EventLevel
  /** JSON, or empty. */
  user: string
}

const validateUser = createValidator(EventUser)

/** The user as it was stored; null when there is none. */
function parseUser(json: string): EventUser | null {
  if (json === '') return null
  const validation = validateUser(JSON.parse(json))
  return validation.ok ? validation.value : null
}

function toErrorEvent({ timestampMs, user, ...event }: StoredError): ErrorEvent {
  return { ...event, timestamp: new Date(timestampMs).toISOString(), user: parseUser(user) }
}

// One step: the store sorts by the two narrow columns and reads the wide ones of the answered rows only.
function selectPage(filter: Filter, page: Page) {
  return {
    name: 'errorsPage',
    sql: `
      SELECT event_id, project_id, toUnixTimestamp64Milli(timestamp) AS timestampMs, level, message, exception_type,
        exception_value, platform, sdk_name, tags, stack_trace, fingerprint, release, environment, trace_id, user
      FROM events
      WHERE ${filter.sql}
      ORDER BY timestamp DESC, event_id
      LIMIT {limit:UInt32} OFFSET {offset:UInt32}`,
    parameters: { ...filter.parameters, limit: page.limit, offset: page.offset },
  }
}

async function findErrors(
  { store }: QueryContext,
  request: { scope: TelemetryScope; criteria: ErrorCriteria; page: Page },
): Promise<Answer> {
  const { scope, criteria, page } = request
  const filter = allOf(withinScope(scope, 'timestamp'), meetingCriteria(criteria))
  const [counted] = await store.read<{ total: number }>({
    name: 'errorsTotal',
    sql: `SELECT count() AS total FROM events WHERE ${filter.sql}`,
    parameters: filter.parameters,
  })
  const total = counted?.total ?? 0
  const rows = page.offset < total ? await store.read<StoredError>(selectPage(filter, page)) : []
  return { events: rows.map(toErrorEvent), total, has_more: page.offset + rows.length < total }
}

/** Error events, newest first, ties by event id. */
export async function listErrors(context: QueryContext, caller: ApiCaller, query: ErrorsQuery): Promise<Answer> {
  const window = resolveTimeWindow(query, context.clock())
  const scope = await resolveScope(context.projects, caller, { projectId: query.project_id, window })
  const { level, search, event_id: eventId, limit, offset } = query
  return findErrors(context, { scope, criteria: { level, search, eventId }, page: { limit, offset } })
}

/**
 * Error events by `action`: `recent` lists, `search` lists what contains `query`.
 * @throws ServiceError `invalid-parameters` when there is nothing to search for.
 */
export async function readErrorsByAction(context: QueryContext, caller: ApiCaller, query: ReadQuery): Promise<Answer> {
  const search = query.action === 'search' ? query.query : undefined
  if (query.action === 'search' && search === undefined) {
    const detail = 'is required with action=search'
    throw new ServiceError('invalid-parameters', { detail, faults: [{ in: 'query', name: 'query', detail }] })
  }
  const window = resolveHoursBack(query, context.clock())
  const scope = await resolveScope(context.projects, caller, { projectId: query.project_id, window })
  const { level, limit, offset } = query
  return findErrors(context, { scope, criteria: { level, search }, page: { limit, offset } })
}

/** Counts by level for the statistics. */
export async function summarizeErrors({ store }: QueryContext, scope: TelemetryScope) {
  const filter = withinScope(scope, 'timestamp')
  const [counts] = await store.read<{ total: number; errors: number; warnings: number; info: number }>({
    name: 'errorStats',
    sql: `
      SELECT count() AS total, countIf(level IN ('error', 'fatal')) AS errors, countIf(level = 'warning') AS warnings,
        countIf(level IN ('info', 'debug')) AS info
      FROM events
      WHERE ${filter.sql}`,
    parameters: filter.parameters,
  })
  return counts ?? { total: 0, errors: 0, warnings: 0, info: 0 }
}
