import { Type, type Static } from 'typebox'
import { limits } from '../../limits.js'
import { Closed, MapOf, OneOf, Timestamp } from '../../schema.js'
import { eventLevels } from '../../telemetry/error.js'
import { defineRoute } from '../http/route.js'
import { AttributesLeftOut, HexId, queryRoute } from './query-parameters.js'

/** An event of a trace. */
export const TraceError = Closed({
  event_id: Type.String(),
  project_id: Type.String(),
  span_id: Type.String({ description: 'Empty if unknown' }),
  title: Type.String(),
  level: OneOf(eventLevels),
  timestamp: Timestamp,
})
export type TraceError = Static<typeof TraceError>

/** OpenTelemetry data of a span in addition to its attributes. */
const detailFields = {
  events: Type.Optional(
    Type.Array(Closed({ timestamp: Timestamp, name: Type.String(), attributes: MapOf(Type.String()) }), {
      description: 'Events of the span; omitted if there are none',
    }),
  ),
  links: Type.Optional(
    Type.Array(Closed({ trace_id: Type.String(), span_id: Type.String(), attributes: MapOf(Type.String()) }), {
      description: 'Linked spans, possibly in other traces; omitted if there are none',
    }),
  ),
}
/** Events and links of a span. */
export const SpanDetails = Closed(detailFields)
export type SpanDetails = Static<typeof SpanDetails>

const SpanFields = Closed({
  span_id: Type.String(),
  parent_span_id: Type.String({ description: 'Empty for the root of a trace' }),
  is_orphan: Type.Boolean({
    description: 'A root despite having a parent: the parent is unknown or one of its descendants',
  }),
  is_flattened: Type.Boolean({ description: 'Too deep for the tree: not placed under its own parent' }),
  project_id: Type.String({ description: 'Empty for spans posted with an API key' }),
  service: Type.String(),
  operation: Type.String(),
  op: Type.String({ description: 'Category of the operation; empty if unknown' }),
  start: Timestamp,
  start_offset_ms: Type.Number({ description: 'Milliseconds since the start of the trace' }),
  duration_ms: Type.Number({ description: 'Milliseconds' }),
  status: Type.String(),
  attributes: MapOf(Type.String()),
  ...detailFields,
  errors: Type.Array(TraceError, { description: 'Error events that occurred in the span, oldest first' }),
})

/** A process, container or host that sent spans of a trace. */
export const TraceResource = Closed({ service: Type.String(), attributes: MapOf(Type.String()) })
export type TraceResource = Static<typeof TraceResource>

/** A span with its child spans. */
export interface TraceNode extends Static<typeof SpanFields> {
  children: TraceNode[]
}

/** A schema needs a name to contain itself, so the nested nodes are only described in prose. */
const Node = Type.Unsafe<TraceNode>(
  Closed({
    ...SpanFields.properties,
    children: Type.Array(Type.Object({}, { description: 'A node with the same fields' }), {
      description: 'Child spans, earliest first',
    }),
  }),
)

export const readTrace = defineRoute({
  ...queryRoute,
  id: 'readTrace',
  path: '/api/v1/telemetry/query/trace/{trace_id}/',
  summary: 'All spans and events of a trace as a tree',
  params: Closed({ trace_id: HexId('Trace') }),
  response: Closed({
    trace_id: Type.String(),
    start: {
      ...Timestamp,
      description: 'Start of the earliest span; without spans, the time of the earliest event or log entry',
    },
    duration_ms: Type.Number({ description: 'Milliseconds from the earliest start to the latest end of a span' }),
    span_count: Type.Integer({ description: 'Distinct spans' }),
    error_count: Type.Integer({ description: 'Distinct events of any level' }),
    log_count: Type.Integer({ description: 'Log entries' }),
    services: Type.Array(Type.String(), { description: 'Distinct services, sorted' }),
    roots: Type.Array(Node, { description: 'Spans without a known parent, earliest first' }),
    orphan_errors: Type.Array(TraceError, { description: 'Events whose span is not in the response, oldest first' }),
    is_cut: Type.Boolean({
      description:
        `More than ${limits.query.traceSpansMax} spans or ${limits.query.traceErrorsMax} events: only the ` +
        'earliest are returned',
    }),
    attributes_left_out: AttributesLeftOut,
    resources: Type.Optional(
      Type.Array(TraceResource, {
        description: `The OpenTelemetry resources that sent the spans, sorted by service, at most ${limits.query.traceResourcesMax}; left out when there are none`,
      }),
    ),
  }),
})
export type TraceDetail = Static<typeof readTrace.response>
