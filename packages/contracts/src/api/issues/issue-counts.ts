import { Type, type Static } from 'typebox'
import { limits } from '../../limits.js'
import { Closed, NullableOf, Timestamp } from '../../schema.js'
import { timeRangeParameters } from '../http/parameters.js'
import { defineRoute } from '../http/route.js'
import { queryRoute } from '../queries/query-parameters.js'

/** Words of `since` for questions about issues. */
export const sinceWordsOfIssues = ['1h', '6h', '24h', '7d', '30d', '90d'] as const

/** Occurrences in each interval of a range, oldest first. */
export const OccurrenceSeries = Type.Array(Type.Integer(), {
  description: 'Events in each interval of the range, oldest first; of floods those that samples stand for as well',
})

/** What a range knows of one issue, all of its fingerprints together. */
export const IssueCounts = Closed({
  issue_id: Type.String({ description: 'As requested' }),
  events: Type.Integer({ description: 'Events of the range; of floods those that samples stand for as well' }),
  users: Type.Integer({ description: 'Different users of these events' }),
  first_seen_at: NullableOf({ ...Timestamp, description: 'First event of the range; null when there is none' }),
  last_seen_at: NullableOf({ ...Timestamp, description: 'Last event of the range; null when there is none' }),
  series: OccurrenceSeries,
})
export type IssueCounts = Static<typeof IssueCounts>

export const queryIssueCounts = defineRoute({
  ...queryRoute,
  id: 'queryIssueCounts',
  path: '/api/v1/telemetry/query/issue-counts/',
  summary: 'How often issues happened and to how many users',
  description: 'Issues that the organization does not have are left out.',
  query: Closed({
    issue_id: Type.Array(Type.String({ format: 'uuid' }), {
      minItems: 1,
      maxItems: limits.issue.countedAtOnceMax,
      description: 'Issue; may be repeated',
    }),
    ...timeRangeParameters(sinceWordsOfIssues, '90d'),
    search: Type.Optional(
      Type.String({
        maxLength: limits.search.writtenLengthMax,
        description: 'Which events count, such as `release:web@1.2.* !environment:staging timeout`',
      }),
    ),
    intervals: Type.Integer({
      minimum: 1,
      maximum: limits.issue.seriesIntervalsMax,
      default: limits.issue.seriesIntervalsDefault,
      description:
        'Maximum number of intervals of the series. From an hour on they are whole hours long, from a day on whole days',
    }),
  }),
  response: Closed({
    issues: Type.Array(IssueCounts, { description: 'In the requested order' }),
    series_start: { ...Timestamp, description: 'Start of the first interval' },
    interval_seconds: Type.Integer({ description: 'Length of an interval in seconds' }),
  }),
})
