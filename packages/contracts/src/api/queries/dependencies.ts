import { Type, type Static } from 'typebox'
import { limits } from '../../limits.js'
import { Closed } from '../../schema.js'
import { defineRoute } from '../http/route.js'
import { OneInTraces, comparedRangeParameters, queryRoute } from './query-parameters.js'

/** Calls from one service to another. */
export const Dependency = Closed({
  caller: Type.String({ description: 'Service of the parent span' }),
  callee: Type.String({ description: 'Service of the child span; always a different one' }),
  calls: Type.Integer(),
  errors: Type.Integer({ description: 'Calls whose child span failed: status `error`, or HTTP status 500 or higher' }),
  p95_ms: Type.Number({ description: "95th percentile of the child span's duration in milliseconds" }),
})
export type Dependency = Static<typeof Dependency>

export const queryDependencies = defineRoute({
  ...queryRoute,
  id: 'queryDependencies',
  path: '/api/v1/telemetry/query/dependencies/',
  summary: 'Calls between services, from spans whose parent belongs to another service',
  query: Closed(comparedRangeParameters),
  response: Closed({
    one_in_traces: OneInTraces,
    dependencies: Type.Array(Dependency, {
      description: `At most ${limits.query.dependenciesMax}, those with the most calls first, ties by name`,
    }),
    total: Type.Integer({ description: 'Number of caller and callee pairs' }),
  }),
})
