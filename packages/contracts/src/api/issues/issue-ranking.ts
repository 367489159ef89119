import { Type, type Static } from 'typebox'
import { limits } from '../../limits.js'
import { Closed, NullableOf, OneOf, Timestamp } from '../../schema.js'
import { ProjectIdParameter, timeRangeParameters } from '../http/parameters.js'
import { defineRoute } from '../http/route.js'
import { OccurrenceSeries, sinceWordsOfIssues } from './issue-counts.js'
import { queryRoute } from '../queries/query-parameters.js'

/** Sort orders of issues, always descending. */
export const issueSorts = ['last_seen', 'first_seen', 'events', 'users', 'trend'] as const
export type IssueSort = (typeof issueSorts)[number]

/** Events of one fingerprint of one project, in a range. */
export const RankedGroup = Closed({
  project_id: Type.String(),
  fingerprint: Type.String(),
  events: Type.Integer({ description: 'Events, including those represented by flood samples' }),
  recent_events: Type.Integer({ description: 'Events since `recent_start`' }),
  users: NullableOf(Type.Integer({ description: 'Distinct users; null unless requested' })),
  first_seen_at: Timestamp,
  last_seen_at: Timestamp,
})
export type RankedGroup = Static<typeof RankedGroup>

/** All ranked groups of one project, unsorted. Entries at the same index of the lists belong to the same group. */
export const RankedProject = Closed({
  project_id: Type.String(),
  fingerprints: Type.Array(Type.String()),
  events: Type.Array(Type.Integer()),
  recent_events: Type.Array(Type.Integer(), { description: 'Zeros unless ranked by trend' }),
  users: Type.Array(Type.Integer(), { description: 'Distinct users; empty unless requested' }),
  last_seen_ms: Type.Array(Type.Integer(), { description: 'Time of the newest event in Unix milliseconds' }),
})
export type RankedProject = Static<typeof RankedProject>

/**
 * What issues are ranked by in the order `trend`: recent events relative to the expected number, both plus one, so that a
 * few events make no trend.
 * @param recentShare Fraction of the range that is recent.
 */
export function trendOf(
  { events, recentEvents }: { events: number; recentEvents: number },
  recentShare: number,
): number {
  return (recentEvents + 1) / (((events - recentEvents) * recentShare) / (1 - recentShare) + 1)
}

/** Full counts of one fingerprint of one project, in a range. */
export const CountedGroup = Closed({
  project_id: Type.String(),
  fingerprint: Type.String(),
  events: Type.Integer({ description: 'Events, including those represented by flood samples' }),
  users: Type.Integer({ description: 'Distinct users' }),
  first_seen_at: Timestamp,
  last_seen_at: Timestamp,
  series: OccurrenceSeries,
})
export type CountedGroup = Static<typeof CountedGroup>

export const queryIssueRanking = defineRoute({
  ...queryRoute,
  id: 'queryIssueRanking',
  path: '/api/v1/telemetry/query/issue-ranking/',
  summary: 'Ranked error fingerprints in a range',
  query: Closed({
    ...timeRangeParameters(sinceWordsOfIssues, '90d'),
    project_id: ProjectIdParameter,
    search: Type.Optional(
      Type.String({
        maxLength: limits.search.writtenLengthMax,
        description:
          'Search that selects the events to count, such as `release:web@1.2.* !environment:staging timeout`',
      }),
    ),
    sort: OneOf(issueSorts, {
      default: 'last_seen',
      description: 'Ranking criterion, largest first. Trend: how much more frequent it has recently become',
    }),
    users: Type.Boolean({ default: false, description: 'Whether to count users; always on when ranking by users' }),
    by_project: Type.Boolean({
      default: false,
      description: 'Whether to return groups as lists per project, a more compact form',
    }),
    counted: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: limits.issue.countedAtOnceMax,
        description:
          'Number of highest-ranked groups to count in full in the same pass over the events. Requires `by_project`; ' +
          'ignored without `search`, because counts without one are cheaper to query separately',
      }),
    ),
    issue_id: Type.Optional(
      Type.Array(Type.String({ format: 'uuid' }), {
        maxItems: limits.issue.countedAtOnceMax,
        description:
          'Issues whose groups are returned whatever their rank; may be repeated. Requires `by_project`; ignored unless ' +
          'ranking by events or trend without `search`',
      }),
    ),
    intervals: Type.Integer({
      minimum: 1,
      maximum: limits.issue.seriesIntervalsMax,
      default: limits.issue.seriesIntervalsDefault,
      description: 'Maximum number of intervals in the series of counted groups',
    }),
    limit: Type.Integer({
      minimum: 1,
      maximum: limits.issue.rankedGroupsMax,
      default: limits.issue.rankedGroupsMax,
      description: `Maximum number of groups to return, 1 to ${limits.issue.rankedGroupsMax}`,
    }),
  }),
  response: Closed({
    groups: Type.Array(RankedGroup, { description: 'Empty when grouped by project' }),
    projects: Type.Optional(Type.Array(RankedProject, { description: 'The groups when grouped by project' })),
    counted: Type.Optional(
      Closed({
        groups: Type.Array(CountedGroup, { description: 'Unsorted' }),
        series_start: { ...Timestamp, description: 'Start of the first interval' },
        interval_seconds: Type.Integer({ description: 'Interval length in seconds' }),
      }),
    ),
    total: Type.Integer({ description: 'Total number of groups' }),
    recent_start: {
      ...Timestamp,
      description:
        'Start of the last seventh of the range, which trends compare with the rest: a full hour (UTC), or a full day for ' +
        'ranges of at least 28 days',
    },
    recent_share: Type.Number({ description: 'Fraction of the range since that instant' }),
  }),
})
