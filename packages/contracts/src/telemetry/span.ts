import { Type, type Static } from 'typebox'
import { limits } from '../limits.js'
import { Closed, MapOf, NullableOf, Open, Timestamp } from '../schema.js'

const traceIdPattern = '^[0-9a-fA-F]{32}$'
const spanIdPattern = '^[0-9a-fA-F]{16}$'

/** A span as posted in JSON. Attribute values other than strings are stored as JSON text. */
export const SpanItem = Open({
  trace_id: Type.String({ pattern: traceIdPattern, description: '32 hex digits' }),
  span_id: Type.String({ pattern: spanIdPattern, description: '16 hex digits' }),
  parent_span_id: Type.Optional(NullableOf(Type.String({ pattern: spanIdPattern, description: '16 hex digits' }))),
  service: Type.String({ minLength: 1, maxLength: limits.span.serviceLengthMax }),
  operation: Type.String({ minLength: 1, maxLength: limits.span.operationLengthMax }),
  start_time: Timestamp,
  duration_ms: Type.Number({ minimum: 0, maximum: limits.span.durationMsMax, description: 'Milliseconds' }),
  status: Type.Optional(Type.String({ maxLength: limits.span.statusLengthMax, default: 'ok' })),
  attributes: Type.Optional(
    MapOf(Type.Unknown(), {
      propertyNames: { maxLength: limits.span.attributeKeyLengthMax },
      maxProperties: limits.span.attributesMax,
      default: {},
    }),
  ),
})
export type SpanItem = Static<typeof SpanItem>

/** Root of a trace: the span without a parent, otherwise the earliest span of the trace. */
export const RootSpan = Closed({
  span_id: Type.String(),
  service: Type.String(),
  operation: Type.String(),
  duration_ms: Type.Integer({ description: 'Milliseconds, rounded' }),
  status: Type.String({ description: '`ok` or `error` for Sentry spans; as posted for other spans', examples: ['ok'] }),
  timestamp: Timestamp,
})
export type RootSpan = Static<typeof RootSpan>

/** A trace as the traces query lists it. */
export const TraceSummary = Closed({
  trace_id: Type.String(),
  root_span: RootSpan,
  span_count: Type.Integer(),
  services: Type.Array(Type.String(), { description: 'Distinct services of the trace, sorted' }),
})
export type TraceSummary = Static<typeof TraceSummary>
