import { Type, type Static } from 'typebox'
import { limits } from '../../limits.js'
import { Closed, NullableOf, Timestamp } from '../../schema.js'
import { timeRangeParameters } from '../http/parameters.js'
import { defineRoute } from '../http/route.js'
import { queryRoute } from '../queries/query-parameters.js'

/** Listed values of `since` for issue queries. */
export const sinceWordsOfIssues = ['1h', '6h', '24h', '7d', '30d', '90d'] as const

/** Occurrences in each interval of a range, oldest first. */
export const OccurrenceSeries = Type.Array(Type.Integer(), {
  description: 'Events per interval of the range, oldest first, including events represented by flood samples',
})

/** Counts of an issue in a range, over all of its fingerprints. */
export const IssueCounts = Closed({
  issue_id: Type.String({ description: 'As in the request' }),
  events: Type.Integer({ description: 'Events in the range, including events represented by flood samples' }),
  users: Type.Integer({ description: 'Distinct users affected by these events' }),
  first_seen_at: NullableOf({ ...Timestamp, description: 'First event in the range; null if there is none' }),
  last_seen_at: NullableOf({ ...Timestamp, description: 'Last event in the range; null if there is none' }),
  series: OccurrenceSeries,
})
export type IssueCounts = Static<typeof IssueCounts>

export const queryIssueCounts = defineRoute({
  ...queryRoute,
  id: 'queryIssueCounts',
  path: '/api/v1/telemetry/query/issue-counts/',
  summary: 'Event and user counts of issues',
  description: 'Issues that do not exist in the organization are omitted.',
  query: Closed({
    issue_id: Type.Array(Type.String({ format: 'uuid' }), {
      minItems: 1,
      maxItems: limits.issue.countedAtOnceMax,
      description: 'Issue id; may be repeated',
    }),
    ...timeRangeParameters(sinceWordsOfIssues, '90d'),
    search: Type.Optional(
      Type.String({
        maxLength: limits.search.writtenLengthMax,
        description:
          'Search that selects the events to count, such as `release:web@1.2.* !environment:staging timeout`',
      }),
    ),
    intervals: Type.Integer({
      minimum: 1,
      maximum: limits.issue.seriesIntervalsMax,
      default: limits.issue.seriesIntervalsDefault,
      description:
        'Maximum number of intervals in the series. Intervals of an hour or longer are whole hours, those of a ' +
        'day or longer whole days',
    }),
  }),
  response: Closed({
    issues: Type.Array(IssueCounts, { description: 'In the order of the request' }),
    series_start: { ...Timestamp, description: 'Start of the first interval' },
    interval_seconds: Type.Integer({ description: 'Interval length in seconds' }),
  }),
})
