import { readEventId } from '@signalbox/contracts'
import { withAttributes } from '../selection/map-filter.js'
import { allOf, whereEqual, type Filter } from '../selection/filter.js'

export interface AppMetricCriteria {
  name?: string | undefined
  type?: string | undefined
  unit?: string | undefined
  /** Hex, with or without dashes, in any case. */
  trace_id?: string | undefined
  service?: string | undefined
  release?: string | undefined
  environment?: string | undefined
  attribute?: readonly string[] | undefined
}

/** Measurements that meet all of the criteria. */
export function matchingAppMetricCriteria(criteria: AppMetricCriteria): Filter {
  return allOf(
    whereEqual('name', criteria.name),
    whereEqual('type', criteria.type),
    whereEqual('unit', criteria.unit),
    whereEqual('trace_id', readEventId(criteria.trace_id)),
    whereEqual('service', criteria.service),
    whereEqual('release', criteria.release),
    whereEqual('environment', criteria.environment),
    withAttributes(criteria.attribute),
  )
}
