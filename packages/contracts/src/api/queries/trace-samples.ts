import { Type, type Static } from 'typebox'
import { limits } from '../../limits.js'
import { Closed, MapOf, OneOf, Timestamp } from '../../schema.js'
import { defineRoute } from '../http/route.js'
import { AttributesLeftOut, SplitParameter, comparedRangeParameters, queryRoute } from './query-parameters.js'

/** Why a trace was selected. */
export const sampleReasons = ['failed', 'slow', 'typical'] as const
export type SampleReason = (typeof sampleReasons)[number]

/** A span of a selected trace. */
export const SampledSpan = Closed({
  span_id: Type.String(),
  parent_span_id: Type.String({ description: 'Empty for the root of a trace' }),
  service: Type.String(),
  operation: Type.String(),
  start: Timestamp,
  start_offset_ms: Type.Number({
    description: 'Milliseconds since the start of the trace, with microsecond precision',
  }),
  duration_ms: Type.Number({ description: 'Milliseconds' }),
  status: Type.String(),
  failed: Type.Boolean({ description: 'Status `error`, or HTTP status 500 or higher' }),
  attributes: MapOf(Type.String()),
})
export type SampledSpan = Static<typeof SampledSpan>

/** A trace with its spans. */
export const SampledTrace = Closed({
  trace_id: Type.String(),
  reasons: Type.Array(OneOf(sampleReasons), { description: 'At least one' }),
  spans: Type.Array(SampledSpan, {
    description: 'Earliest first; spans that start together are ordered longest first',
  }),
  is_cut: Type.Boolean({
    description: `More than ${limits.query.sampledSpansMax} spans: only the earliest and the failed ones are returned`,
  }),
})
export type SampledTrace = Static<typeof SampledTrace>

export const queryTraceSamples = defineRoute({
  ...queryRoute,
  id: 'queryTraceSamples',
  path: '/api/v1/telemetry/query/trace-samples/',
  summary: 'A few complete traces: failed, slow and typical',
  description:
    `All traces in the range if there are at most ${limits.query.sampledTracesMax}. Otherwise \`failed\`: ` +
    'for each operation with failed spans, the first, last and longest trace, most failures first; `slow`: ' +
    'for the most frequent kinds of root spans, the longest trace after the instant; `typical`: for the same ' +
    'kinds, the trace of median duration before it.',
  query: Closed({ ...comparedRangeParameters, split: SplitParameter }),
  response: Closed({
    traces: Type.Array(SampledTrace, { description: 'Ordered by start, ties by id' }),
    total: Type.Integer({ description: 'Number of traces in the range' }),
    attributes_left_out: AttributesLeftOut,
  }),
})
export type TraceSamplesResponse = Static<typeof queryTraceSamples.response>
