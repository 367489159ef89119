import { Type, type Static } from 'typebox'
import { Closed, OneOf, Timestamp } from '../../schema.js'
import { defineRoute } from '../http/route.js'
import { comparedRangeParameters, queryRoute } from './query-parameters.js'

/** Sources of telemetry whose coverage is reported. Container and node metrics are one source. */
export const coverageSources = ['events', 'spans', 'logs', 'metrics', 'app_metrics'] as const

/** The time range for which a source has data. */
export const Coverage = Closed({
  source: OneOf(coverageSources),
  first: { ...Timestamp, description: 'Earliest time in the range' },
  last: { ...Timestamp, description: 'Latest time in the range' },
  count: Type.Integer({ description: 'Number of stored rows' }),
})
export type Coverage = Static<typeof Coverage>

export const queryCoverage = defineRoute({
  ...queryRoute,
  id: 'queryCoverage',
  path: '/api/v1/telemetry/query/coverage/',
  summary: 'Time span covered by each kind of telemetry',
  description: 'Container metrics belong to no project and are omitted with `project_id`.',
  query: Closed(comparedRangeParameters),
  response: Closed({
    sources: Type.Array(Coverage, {
      description: 'Kinds with data in the range, ordered by name',
    }),
  }),
})
