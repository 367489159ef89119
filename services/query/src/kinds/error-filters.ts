import { allOf, whereContains, whereEqual, type Filter } from '../selection/filter.js'

export type QueriedLevel = 'error' | 'warning' | 'info'

/** What a level filter lets through: every stored level belongs to one of the documented three. */
export const levelsCoveredBy: Record<QueriedLevel, readonly string[]> = {
  error: ['error', 'fatal'],
  warning: ['warning'],
  info: ['info', 'debug'],
}

export interface ErrorCriteria {
  level?: QueriedLevel | undefined
  /** Part of the message, the exception's type or its value, in any case, taken literally. */
  search?: string | undefined
  /** Hex, dashed or not, in any case. */
  eventId?: string | undefined
}

const searchedColumns = ['message', 'exception_type', 'exception_value']

function ofLevel(level: QueriedLevel | undefined): Filter | undefined {
  return level && { sql: 'level IN {levels:Array(String)}', parameters: { levels: levelsCoveredBy[level] } }
}

/** Events that meet all of the criteria. */
export function meetingCriteria({ level, search, eventId }: ErrorCriteria): Filter {
  const storedId = eventId?.replaceAll('-', '').toLowerCase()
  return allOf(ofLevel(level), whereContains(searchedColumns, search), whereEqual('event_id', storedId))
}
