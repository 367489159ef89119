import { allOf, whereEqual, type Filter } from '../filter.js'
import { withinScope, type TelemetryScope } from '../telemetry-scope.js'

/** Which traces are asked for. */
export interface TraceSelection {
  scope: TelemetryScope
  /** One span of the trace has this service and, if both are given, this operation. */
  service: string | undefined
  operation: string | undefined
  /** Least duration of the root in microseconds; undefined when any will do. */
  rootDurationUsMin: number | undefined
}

/** Puts the root first: the earliest span without a parent, else the earliest span that there is. */
export const rootFirst = "(parent_span_id != '', start_time, span_id)"

/** The spans that may take part: all of the scope. */
export function spansOf({ scope }: TraceSelection): Filter {
  return withinScope(scope, 'start_time')
}

/** The spans that have the service and operation asked for; undefined when any trace will do. */
function namedSpan({ service, operation }: TraceSelection): Filter | undefined {
  if (service === undefined && operation === undefined) return undefined
  return allOf(whereEqual('service', service), whereEqual('operation', operation))
}

/** Spans that may be the root of a trace asked for: a root is a span as long as that itself. */
function longSpan({ rootDurationUsMin }: TraceSelection): Filter | undefined {
  if (rootDurationUsMin === undefined) return undefined
  return { sql: 'duration_us >= {rootDurationUsMin:UInt64}', parameters: { rootDurationUsMin } }
}

// Sets of 64-bit hashes are built and asked several times as fast as sets of ids, and one set may hold a million.
function traceHas(scope: Filter, spanCondition: Filter): Filter {
  const spans = allOf(scope, spanCondition)
  return {
    sql: `cityHash64(trace_id) IN (SELECT cityHash64(trace_id) FROM spans WHERE ${spans.sql})`,
    parameters: spans.parameters,
  }
}

/** Spans of the traces asked for; those with a shorter root are still among them. */
export function spansOfCandidates(selection: TraceSelection): Filter {
  const scope = spansOf(selection)
  const conditions = [namedSpan(selection), longSpan(selection)].filter((condition) => condition !== undefined)
  return allOf(scope, ...conditions.map((condition) => traceHas(scope, condition)))
}

/**
 * Spans of the traces asked for that can be their roots; those of traces with a shorter root are still among them. A
 * trace whose root starts after some time has one of these after that time.
 */
export function possibleRoots(selection: TraceSelection): Filter {
  const scope = spansOf(selection)
  const named = namedSpan(selection)
  return allOf(scope, longSpan(selection), named && traceHas(scope, named))
}

/** One span at least of each trace asked for; cheap to read. */
export function witnessesOf(selection: TraceSelection): Filter {
  return allOf(spansOf(selection), namedSpan(selection) ?? longSpan(selection))
}

/** Condition on a group of spans by trace: its root is long enough. */
export function rootIsLongEnough({ rootDurationUsMin }: TraceSelection): Filter | undefined {
  if (rootDurationUsMin === undefined) return undefined
  return {
    sql: `argMin(duration_us, ${rootFirst}) >= {rootDurationUsMin:UInt64}`,
    parameters: { rootDurationUsMin },
  }
}
