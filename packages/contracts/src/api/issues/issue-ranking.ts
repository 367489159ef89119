import { Type, type Static } from 'typebox'
import { limits } from '../../limits.js'
import { Closed, NullableOf, OneOf, Timestamp } from '../../schema.js'
import { ProjectIdParameter, timeRangeParameters } from '../http/parameters.js'
import { defineRoute } from '../http/route.js'
import { sinceWordsOfIssues } from './issue-counts.js'
import { queryRoute } from '../queries/query-parameters.js'

/** What issues are sorted by, always the largest or newest first. */
export const issueSorts = ['last_seen', 'first_seen', 'events', 'users', 'trend'] as const
export type IssueSort = (typeof issueSorts)[number]

/** Events of one fingerprint of one project, in a range. */
export const RankedGroup = Closed({
  project_id: Type.String(),
  fingerprint: Type.String(),
  events: Type.Integer({ description: 'Events; of floods those that samples stand for as well' }),
  recent_events: Type.Integer({ description: 'Those since `recent_start`' }),
  users: NullableOf(Type.Integer({ description: 'Different users; null unless requested' })),
  first_seen_at: Timestamp,
  last_seen_at: Timestamp,
})
export type RankedGroup = Static<typeof RankedGroup>

/** All ranked groups of one project, in no order: what stands at one place of each list is of one group. */
export const RankedProject = Closed({
  project_id: Type.String(),
  fingerprints: Type.Array(Type.String()),
  events: Type.Array(Type.Integer()),
  recent_events: Type.Array(Type.Integer(), { description: 'Zeros unless trends rank' }),
  users: Type.Array(Type.Integer(), { description: 'Different users; empty unless requested' }),
  last_seen_ms: Type.Array(Type.Integer(), { description: 'When the newest event happened, Unix milliseconds' }),
})
export type RankedProject = Static<typeof RankedProject>

export const queryIssueRanking = defineRoute({
  ...queryRoute,
  id: 'queryIssueRanking',
  path: '/api/v1/telemetry/query/issue-ranking/',
  summary: 'Errors by fingerprint in a range, ranked',
  query: Closed({
    ...timeRangeParameters(sinceWordsOfIssues, '90d'),
    project_id: ProjectIdParameter,
    search: Type.Optional(
      Type.String({
        maxLength: limits.search.writtenLengthMax,
        description: 'Which events count, such as `release:web@1.2.* !environment:staging timeout`',
      }),
    ),
    sort: OneOf(issueSorts, {
      default: 'last_seen',
      description: 'What ranks: the largest first. Trend: how much more often it happens of late',
    }),
    users: Type.Boolean({ default: false, description: 'Whether users are counted; always so when they rank' }),
    by_project: Type.Boolean({
      default: false,
      description: 'Whether the groups come as lists of each project instead, which is less to write and read',
    }),
    limit: Type.Integer({
      minimum: 1,
      maximum: limits.issue.rankedGroupsMax,
      default: limits.issue.rankedGroupsMax,
      description: `Maximum number of groups to return, 1 to ${limits.issue.rankedGroupsMax}`,
    }),
  }),
  response: Closed({
    groups: Type.Array(RankedGroup, { description: 'None when asked by project' }),
    projects: Type.Optional(Type.Array(RankedProject, { description: 'The groups when asked by project' })),
    total: Type.Integer({ description: 'Groups, returned or not' }),
    recent_start: { ...Timestamp, description: 'Where the last seventh of the range begins, which trends are read by' },
    recent_share: Type.Number({ description: 'Share of the range that lies behind it' }),
  }),
})
