import { Type, type Static } from 'typebox'
import { limits } from '../../limits.js'
import { Closed } from '../../schema.js'
import { LimitParameter } from '../http/parameters.js'
import { defineRoute } from '../http/route.js'
import { OneInTraces, SplitParameter, comparedRangeParameters, queryRoute } from './query-parameters.js'

/** Measurements in one part of a range. */
const MeasuredSpans = Closed({
  calls: Type.Integer({ description: 'Spans' }),
  errors: Type.Integer({ description: 'Failed spans: status `error`, or HTTP status 500 or higher' }),
  p50_ms: Type.Number({ description: 'Median duration in milliseconds; 0 without calls' }),
  p95_ms: Type.Number({ description: '95th percentile of the duration in milliseconds; 0 without calls' }),
})

/** An operation of a service before and after an instant. */
export const ComparedOperation = Closed({
  service: Type.String(),
  operation: Type.String(),
  before: MeasuredSpans,
  after: MeasuredSpans,
})
export type ComparedOperation = Static<typeof ComparedOperation>

export const compareOperations = defineRoute({
  ...queryRoute,
  id: 'compareOperations',
  path: '/api/v1/telemetry/query/operations/',
  summary: 'Service operations before and after an instant: calls, errors and durations',
  query: Closed({
    ...comparedRangeParameters,
    split: SplitParameter,
    limit: LimitParameter(limits.query.operationsLimitDefault, limits.query.operationsLimitMax),
  }),
  response: Closed({
    one_in_traces: OneInTraces,
    operations: Type.Array(ComparedOperation, {
      description: 'Most errors after the instant first, then most calls, ties by name',
    }),
    total: Type.Integer({ description: 'Number of operations in the range' }),
  }),
})
