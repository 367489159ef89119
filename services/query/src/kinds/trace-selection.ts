import { allOf, whereEqual, type Filter } from '../selection/filter.js'
import { withinScope, type TelemetryScope } from '../selection/telemetry-scope.js'

/** Which traces are asked for. */
export interface TraceSelection {
  scope: TelemetryScope
  /** One span of the trace has this service and, if both are given, this operation. */
  service: string | undefined
  operation: string | undefined
  /** Least duration of the root in microseconds; undefined when any will do. */
  rootDurationUsMin: number | undefined
}

/**
 * Puts the root first: the earliest span without a parent, else the earliest span that there is; of several that start
 * at once the longest.
 */
export const rootFirst = "(parent_span_id != '', start_time, bitNot(duration_us), span_id)"

/** The spans that may take part: all of the scope. */
export function spansOf({ scope }: TraceSelection): Filter {
  return withinScope(scope, 'start_time')
}

/** The spans that have the service and operation asked for; undefined when any trace will do. */
export function namedSpan({ service, operation }: TraceSelection): Filter | undefined {
  if (service === undefined && operation === undefined) return undefined
  return allOf(whereEqual('service', service), whereEqual('operation', operation))
}
