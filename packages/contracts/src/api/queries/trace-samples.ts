import { Type, type Static } from 'typebox'
import { limits } from '../../limits.js'
import { Closed, MapOf, OneOf, Timestamp } from '../../schema.js'
import { defineRoute } from '../http/route.js'
import { AttributesLeftOut, SplitParameter, comparedRangeParameters, queryRoute } from './query-parameters.js'

/** Why a trace was chosen. */
export const sampleReasons = ['failed', 'slow', 'typical'] as const
export type SampleReason = (typeof sampleReasons)[number]

/** A span of a chosen trace. */
export const SampledSpan = Closed({
  span_id: Type.String(),
  parent_span_id: Type.String({ description: 'Empty for the root of a trace' }),
  service: Type.String(),
  operation: Type.String(),
  start: Timestamp,
  start_offset_ms: Type.Number({ description: 'Milliseconds after the start of the trace, to the microsecond' }),
  duration_ms: Type.Number({ description: 'Milliseconds' }),
  status: Type.String(),
  failed: Type.Boolean({ description: 'Status `error`, or HTTP status 500 and above' }),
  attributes: MapOf(Type.String()),
})
export type SampledSpan = Static<typeof SampledSpan>

/** A trace with its spans. */
export const SampledTrace = Closed({
  trace_id: Type.String(),
  reasons: Type.Array(OneOf(sampleReasons), { description: 'At least one' }),
  spans: Type.Array(SampledSpan, { description: 'Earliest first, longest first of those that start at once' }),
  is_cut: Type.Boolean({
    description: `More than ${limits.query.sampledSpansMax} spans: the earliest are answered, and those that failed`,
  }),
})
export type SampledTrace = Static<typeof SampledTrace>

export const queryTraceSamples = defineRoute({
  ...queryRoute,
  id: 'queryTraceSamples',
  path: '/api/v1/telemetry/query/trace-samples/',
  summary: 'A few whole traces: failed, slow and typical ones',
  description:
    `All traces of the range when there are at most ${limits.query.sampledTracesMax}. Else \`failed\`: of each operation with failed ` +
    'spans the first, the last and the longest, those with most failures first; `slow`: of the most frequent kinds of ' +
    'root the longest after the instant; `typical`: of the same kinds the one of median duration before it.',
  query: Closed({ ...comparedRangeParameters, split: SplitParameter }),
  response: Closed({
    traces: Type.Array(SampledTrace, { description: 'By their start, ties by id' }),
    total: Type.Integer({ description: 'Traces of the range' }),
    attributes_left_out: AttributesLeftOut,
  }),
})
export type TraceSamplesAnswer = Static<typeof queryTraceSamples.response>
