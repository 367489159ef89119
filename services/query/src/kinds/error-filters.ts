import { readEventId, type queryErrors } from '@signalbox/contracts'
import type { RouteHandler } from '@signalbox/service-kit'
import { allOf, whereContains, whereEqual, type Filter } from '../selection/filter.js'
import { withTags } from '../selection/map-filter.js'

export type QueriedLevel = 'error' | 'warning' | 'info'

/** Stored levels covered by a level filter: every one belongs to one of the documented three. */
export const levelsCoveredBy: Record<QueriedLevel, readonly string[]> = {
  error: ['error', 'fatal'],
  warning: ['warning'],
  info: ['info', 'debug'],
}

/** Filter parameters for errors: the route's parameters except for time, project and paging. */
export type ErrorCriteria = Omit<
  Parameters<RouteHandler<typeof queryErrors>>[0]['query'],
  'since' | 'start' | 'end' | 'project_id' | 'limit' | 'offset'
>

const searchedColumns = ['message', 'exception_type', 'exception_value']

function ofLevel(level: QueriedLevel | undefined): Filter | undefined {
  return level && { sql: 'level IN {levels:Array(String)}', parameters: { levels: levelsCoveredBy[level] } }
}

function ofUser(user: string | undefined): Filter | undefined {
  if (user === undefined) return undefined
  const fields = ['id', 'email', 'username', 'ip_address'].map((name) => `JSONExtractString(user, '${name}')`)
  return { sql: `{user:String} IN (toString(user_key), ${fields.join(', ')})`, parameters: { user } }
}

/** Condition for an unhandled exception. */
export const isUnhandled = "handled = 'false'"

function whereHandled(handled: boolean | undefined): Filter | undefined {
  return handled === undefined ? undefined : { sql: handled ? `NOT (${isUnhandled})` : isUnhandled, parameters: {} }
}

/** Events that meet all of the criteria. */
export function matchingCriteria(criteria: ErrorCriteria): Filter {
  return allOf(...Object.values(filtersBy(criteria)))
}

/** The filter of each criterion; none for absent ones. */
function filtersBy(criteria: ErrorCriteria): Record<keyof ErrorCriteria, Filter | undefined> {
  return {
    level: ofLevel(criteria.level),
    search: whereContains(searchedColumns, criteria.search),
    event_id: whereEqual('event_id', readEventId(criteria.event_id)),
    trace_id: whereEqual('trace_id', readEventId(criteria.trace_id)),
    fingerprint: whereEqual('fingerprint', criteria.fingerprint?.toLowerCase()),
    release: whereEqual('release', criteria.release),
    environment: whereEqual('environment', criteria.environment),
    transaction: whereEqual('transaction', criteria.transaction),
    user: ofUser(criteria.user),
    handled: whereHandled(criteria.handled),
    tag: withTags('tags', criteria.tag),
  }
}
