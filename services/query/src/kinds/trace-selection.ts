import { allOf, whereEqual, type Filter } from '../selection/filter.js'
import { withTags } from '../selection/map-filter.js'
import { withinScope, type TelemetryScope } from '../selection/telemetry-scope.js'

/** The requested traces. */
export interface TraceSelection {
  scope: TelemetryScope
  /** One span of the trace has this service and, if both are given, this operation. */
  service: string | undefined
  operation: string | undefined
  /** The same span has these, too. */
  environment: string | undefined
  tag: Readonly<Record<string, string>> | undefined
  /** Whether one of these spans failed, or none did; undefined for either. */
  status: 'ok' | 'error' | undefined
  /** Only this trace: 32 lower-case hex digits. */
  traceId: string | undefined
  /** Minimum duration of the root in microseconds; undefined for any. */
  rootDurationUsMin: number | undefined
}

/** True if every trace of the scope is requested, with roots of any duration. */
export function isAnyTrace({ scope: _scope, ...conditions }: TraceSelection): boolean {
  return Object.values(conditions).every((condition) => condition === undefined)
}

/** Sorts the root first: the earliest span without a parent, else the earliest span; the longest in a tie. */
export const rootFirst = "(parent_span_id != '', start_time, bitNot(duration_us), span_id)"

/** All candidate spans: those of the scope. */
export function spansOf({ scope }: TraceSelection): Filter {
  return withinScope(scope, 'start_time')
}

/** The spans with the requested service and operation; undefined for any trace. Answered by a projection. */
export function namedSpan({ service, operation }: TraceSelection): Filter | undefined {
  if (service === undefined && operation === undefined) return undefined
  return allOf(whereEqual('service', service), whereEqual('operation', operation))
}

/** The spans that meet all conditions, if there are more than service and operation; no projection has them. */
export function describedSpan({ service, operation, environment, tag }: TraceSelection): Filter | undefined {
  if (environment === undefined && tag === undefined) return undefined
  return allOf(
    whereEqual('service', service),
    whereEqual('operation', operation),
    inEnvironment(environment),
    withTags('attributes', tag),
  )
}

/** As written by SDKs and OpenTelemetry, on the span or its resource. */
function inEnvironment(environment: string | undefined): Filter | undefined {
  if (environment === undefined) return undefined
  const maps = ['attributes', 'resource']
  const values = maps.flatMap((map) => environmentNames.map((name) => `${map}['${name}']`))
  return { sql: `{environment:String} IN (${values.join(', ')})`, parameters: { environment } }
}

const environmentNames = ['environment', 'sentry.environment', 'deployment.environment', 'deployment.environment.name']

/** A failed span. */
export const failedSpan: Filter = { sql: "status = 'error'", parameters: {} }
