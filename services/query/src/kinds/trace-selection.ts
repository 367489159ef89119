import { allOf, whereEqual, type Filter } from '../selection/filter.js'
import { withTags } from '../selection/map-filter.js'
import { withinScope, type TelemetryScope } from '../selection/telemetry-scope.js'

/** Which traces are asked for. */
export interface TraceSelection {
  scope: TelemetryScope
  /** One span of the trace has this service and, if both are given, this operation. */
  service: string | undefined
  operation: string | undefined
  /** The same span has these, too. */
  environment: string | undefined
  tag: Readonly<Record<string, string>> | undefined
  /** Whether one of these spans failed, or none of them; undefined when either will do. */
  status: 'ok' | 'error' | undefined
  /** Only this trace: 32 lower-case hex digits. */
  traceId: string | undefined
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

/** The spans that have the service and operation asked for; undefined when any trace will do. A projection holds them. */
export function namedSpan({ service, operation }: TraceSelection): Filter | undefined {
  if (service === undefined && operation === undefined) return undefined
  return allOf(whereEqual('service', service), whereEqual('operation', operation))
}

/** The spans that have all that is asked for, where more than service and operation is; no projection holds them. */
export function describedSpan({ service, operation, environment, tag }: TraceSelection): Filter | undefined {
  if (environment === undefined && tag === undefined) return undefined
  return allOf(
    whereEqual('service', service),
    whereEqual('operation', operation),
    inEnvironment(environment),
    withTags('attributes', tag),
  )
}

/** As SDKs and OpenTelemetry write it, on the span or on what sent it. */
function inEnvironment(environment: string | undefined): Filter | undefined {
  if (environment === undefined) return undefined
  const maps = ['attributes', 'resource']
  const values = maps.flatMap((map) => environmentNames.map((name) => `${map}['${name}']`))
  return { sql: `{environment:String} IN (${values.join(', ')})`, parameters: { environment } }
}

const environmentNames = ['environment', 'sentry.environment', 'deployment.environment', 'deployment.environment.name']

/** A span that failed. */
export const failedSpan: Filter = { sql: "status = 'error'", parameters: {} }
