import { readEventId } from '@signalbox/contracts'
import { allOf, whereContains, whereEqual, type Filter } from '../selection/filter.js'
import { withTags } from '../selection/map-filter.js'

export type QueriedLevel = 'error' | 'warning' | 'info'

/** What a level filter lets through: every stored level belongs to one of the documented three. */
export const levelsCoveredBy: Record<QueriedLevel, readonly string[]> = {
  error: ['error', 'fatal'],
  warning: ['warning'],
  info: ['info', 'debug'],
}

/** What a request asks for, as its parameters are called. */
export interface ErrorCriteria {
  level?: QueriedLevel
  /** Part of the message, the exception's type or its value, in any case, taken literally. */
  search?: string | undefined
  /** Hex, dashed or not, in any case. */
  event_id?: string
  trace_id?: string
  fingerprint?: string
  release?: string
  environment?: string
  transaction?: string
  /** Any of what tells users apart. */
  user?: string
  /** What the SDK does not say counts as handled. */
  handled?: boolean
  tag?: Readonly<Record<string, string>>
}

const searchedColumns = ['message', 'exception_type', 'exception_value']

function ofLevel(level: QueriedLevel | undefined): Filter | undefined {
  return level && { sql: 'level IN {levels:Array(String)}', parameters: { levels: levelsCoveredBy[level] } }
}

function ofUser(user: string | undefined): Filter | undefined {
  if (user === undefined) return undefined
  const fields = ['id', 'email', 'username', 'ip_address'].map((name) => `JSONExtractString(user, '${name}')`)
  return { sql: `{user:String} IN (toString(user_key), ${fields.join(', ')})`, parameters: { user } }
}

/** Whether nothing caught the exception. */
export const isUnhandled = "handled = 'false'"

function thatIsHandled(handled: boolean | undefined): Filter | undefined {
  return handled === undefined ? undefined : { sql: handled ? `NOT (${isUnhandled})` : isUnhandled, parameters: {} }
}

/** Events that meet all of the criteria. */
export function meetingCriteria(criteria: ErrorCriteria): Filter {
  return allOf(
    ofLevel(criteria.level),
    whereContains(searchedColumns, criteria.search),
    whereEqual('event_id', readEventId(criteria.event_id)),
    whereEqual('trace_id', readEventId(criteria.trace_id)),
    whereEqual('fingerprint', criteria.fingerprint?.toLowerCase()),
    whereEqual('release', criteria.release),
    whereEqual('environment', criteria.environment),
    whereEqual('transaction', criteria.transaction),
    ofUser(criteria.user),
    thatIsHandled(criteria.handled),
    withTags('tags', criteria.tag),
  )
}
