import { logLevels, readEventId, type LogLevel } from '@signalbox/contracts'
import { ofPattern } from '../selection/line-pattern.js'
import { withAttributes } from '../selection/map-filter.js'
import { allOf, whereContains, whereEqual, type Filter } from '../selection/filter.js'

export interface LogCriteria {
  search?: string | undefined
  pattern?: string | undefined
  level?: LogLevel | undefined
  min_level?: LogLevel | undefined
  /** Hex, with or without dashes, in any case. */
  trace_id?: string | undefined
  /** Hex in any case. */
  span_id?: string | undefined
  service?: string | undefined
  release?: string | undefined
  environment?: string | undefined
  attribute?: readonly string[] | undefined
}

function atLeast(level: LogLevel | undefined): Filter | undefined {
  if (level === undefined) return undefined
  return { sql: 'level IN {levels:Array(String)}', parameters: { levels: logLevels.slice(logLevels.indexOf(level)) } }
}

/** Log entries that meet all of the criteria. */
export function matchingLogCriteria(criteria: LogCriteria): Filter {
  return allOf(
    whereContains(['body'], criteria.search),
    whereEqual('level', criteria.level),
    atLeast(criteria.min_level),
    whereEqual('trace_id', readEventId(criteria.trace_id)),
    whereEqual('span_id', criteria.span_id?.toLowerCase()),
    whereEqual('service', criteria.service),
    whereEqual('release', criteria.release),
    whereEqual('environment', criteria.environment),
    withAttributes(criteria.attribute),
    // Last, so that it is evaluated only if the others hold.
    ofPattern('body', criteria.pattern),
  )
}
