import { Type, type Static } from 'typebox'
import { Closed, OneOf, Timestamp } from '../../schema.js'
import { defineRoute } from '../http/route.js'
import { comparedRangeParameters, queryRoute } from './query-parameters.js'

/** Sources of telemetry whose coverage is told. Metrics of containers and of nodes are one source. */
export const coverageSources = ['events', 'spans', 'logs', 'metrics', 'app_metrics'] as const

/** From when to when there is anything of one source. */
export const Coverage = Closed({
  source: OneOf(coverageSources),
  first: { ...Timestamp, description: 'Earliest of the range' },
  last: { ...Timestamp, description: 'Latest of the range' },
  count: Type.Integer({ description: 'Rows that are kept of it' }),
})
export type Coverage = Static<typeof Coverage>

export const queryCoverage = defineRoute({
  ...queryRoute,
  id: 'queryCoverage',
  path: '/api/v1/telemetry/query/coverage/',
  summary: 'Time span that the telemetry of each kind covers',
  description: 'Metrics of containers belong to no project: with `project_id` they are left out.',
  query: Closed(comparedRangeParameters),
  response: Closed({
    sources: Type.Array(Coverage, {
      description: 'Those that have anything in the range, in the order of their names',
    }),
  }),
})
