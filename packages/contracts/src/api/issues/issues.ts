import { Type, type Static } from 'typebox'
import { limits } from '../../limits.js'
import { Closed, NullableOf, OneOf, Timestamp } from '../../schema.js'
import { LimitParameter, OffsetParameter, ProjectIdParameter, timeRangeParameters } from '../http/parameters.js'
import { OccurrenceSeries, sinceWordsOfIssues } from './issue-counts.js'
import { issueSorts } from './issue-ranking.js'
import { defineRoute } from '../http/route.js'

const FingerprintText = Type.String({ pattern: '^[0-9a-f]{32}$', description: '32 lower-case hex digits' })

export const issueStatuses = ['unresolved', 'resolved', 'archived'] as const
export type IssueStatus = (typeof issueStatuses)[number]

/** Reasons for an issue's state, by state. */
export const issueReasons = {
  unresolved: ['new', 'regressed', 'escalated', 'reopened'],
  resolved: ['now', 'release', 'next_release'],
  archived: ['forever', 'escalating', 'time', 'events'],
} as const satisfies Record<IssueStatus, readonly string[]>
export type IssueReason = (typeof issueReasons)[IssueStatus][number]

const allReasons = [...issueReasons.unresolved, ...issueReasons.resolved, ...issueReasons.archived] as const

/** Errors with a common cause, as far as grouping and people can tell. Its texts come from its first event. */
export const Issue = Closed({
  id: Type.String(),
  short_id: Type.String({
    description: 'Project name and a number that is unique within the project',
    examples: ['WEB-SHOP-12'],
  }),
  project_id: Type.String(),
  title: Type.String(),
  culprit: Type.String({ description: 'Where the error occurred; empty if unknown' }),
  level: Type.String(),
  platform: Type.String(),
  status: OneOf(issueStatuses),
  reason: OneOf(allReasons, {
    description:
      'Why the issue is in its state. Unresolved: new, regressed (recurred after it was resolved), escalated ' +
      '(left the archive), reopened (by a person). Resolved: now, in a release, in the next release. Archived: ' +
      'forever, until it escalates, for a time, for a number of events',
  }),
  status_changed_at: { ...Timestamp, description: 'When it entered its current state' },
  resolved_release: NullableOf(
    Type.String({ description: 'Release that fixes it; with reason `next_release`, the newest release that does not' }),
  ),
  archived_until: NullableOf({ ...Timestamp, description: 'When the archive ends; null unless archived for a time' }),
  archived_events: NullableOf(
    Type.Integer({
      description: 'Number of further events after which the archive ends; null unless archived for a number of events',
    }),
  ),
  assignee: NullableOf(Closed({ id: Type.String({ description: 'Member of the organization' }), name: Type.String() })),
  first_release: Type.String({ description: 'Release of the first event; empty if unknown' }),
  first_environment: Type.String({ description: 'Environment of the first event; empty if unknown' }),
  first_seen_at: { ...Timestamp, description: 'Time of the first event' },
  created_at: Timestamp,
})
export type Issue = Static<typeof Issue>

/** An issue with its details. */
export const IssueDetail = Closed({
  ...Issue.properties,
  fingerprints: Type.Array(
    Closed({
      fingerprint: FingerprintText,
      original_issue_id: Type.String({ description: "Issue it was merged from; this issue's id if it is its own" }),
      first_seen_at: Timestamp,
    }),
    { description: 'Issues whose events belong to this one, its own first' },
  ),
  merged_issues: Type.Array(Issue, { description: 'Issues merged into this one, oldest first' }),
})
export type IssueDetail = Static<typeof IssueDetail>

const happened = {
  events: Type.Integer({ description: 'Events in the range, including events represented by flood samples' }),
  users: Type.Integer({ description: 'Distinct users affected by these events' }),
  last_seen_at: NullableOf({ ...Timestamp, description: 'Last event in the range; null if there is none' }),
}

/** An issue with its counts in the list's range. */
export const ListedIssue = Closed({ ...Issue.properties, ...happened, series: OccurrenceSeries })
export type ListedIssue = Static<typeof ListedIssue>

/** An issue with its details and counts. */
export const CountedIssueDetail = Closed({
  ...IssueDetail.properties,
  ...happened,
  series_24h: { ...OccurrenceSeries, description: 'Events per hour over the last 24 hours, oldest first' },
  series_30d: { ...OccurrenceSeries, description: 'Events per day (UTC) over the last 30 days, oldest first' },
})
export type CountedIssueDetail = Static<typeof CountedIssueDetail>

/** The id or short id of an issue. */
export const IssueIdOrName = Type.String({
  pattern: '^(?:[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}|.{1,250}-[1-9]\\d{0,9})$',
  description: 'Issue id, or short id such as `WEB-SHOP-12`, case-insensitive',
})

const common = { tag: 'Issues', rateLimit: 'query' } as const
const IssueParameters = Closed({ issue_id: Type.String({ format: 'uuid' }) })

export const listIssues = defineRoute({
  ...common,
  id: 'listIssues',
  method: 'get',
  path: '/api/v1/issues/',
  scope: 'issues:read',
  summary: "The organization's issues",
  description:
    'Without `query`, returns issues of every status. Any range other than 90d returns only issues with ' +
    'events in it, as does a search on events; otherwise issues without remaining events come last. Counts ' +
    'cover the events of the range that match the search. The search language is described in ' +
    'docs/issue-search.md.',
  query: Closed({
    query: Type.Optional(
      Type.String({
        maxLength: limits.search.lengthMax,
        description: 'Search',
        examples: ['is:unresolved level:error release:latest "timed out" browser:Firefox'],
      }),
    ),
    project_id: ProjectIdParameter,
    ...timeRangeParameters(sinceWordsOfIssues, '90d'),
    sort: OneOf(issueSorts, {
      default: 'last_seen',
      description: 'Largest or newest first, ties by id. Trend: how much more frequent it has recently become',
    }),
    limit: {
      ...LimitParameter(limits.issue.listDefault, limits.issue.listMax),
      minimum: 0,
      description: `Maximum number of issues, up to ${limits.issue.listMax}; 0 returns only the total, which is cheaper`,
    },
    offset: OffsetParameter,
  }),
  status: 200,
  response: Closed({
    issues: Type.Array(ListedIssue),
    total: Type.Integer({ description: 'Total number of issues' }),
    has_more: Type.Boolean(),
    is_partial: Type.Boolean({
      description:
        `Whether more than ${limits.issue.rankedGroupsMax} event groups matched; lower-ranked groups are not ` +
        'considered',
    }),
    series_start: NullableOf({
      ...Timestamp,
      description: 'Start of the first interval of the series; null without issues',
    }),
    interval_seconds: NullableOf(Type.Integer({ description: 'Interval length; null without issues' })),
  }),
})

export const readIssue = defineRoute({
  ...common,
  id: 'readIssue',
  method: 'get',
  path: '/api/v1/issues/{issue_id}/',
  scope: 'issues:read',
  summary: 'Get an issue with its fingerprints and merged issues',
  description: 'The id of a merged issue returns the issue it was merged into. Counts cover the last 90 days.',
  params: Closed({ issue_id: IssueIdOrName }),
  status: 200,
  response: CountedIssueDetail,
})

export const mergeIssues = defineRoute({
  ...common,
  id: 'mergeIssues',
  method: 'post',
  path: '/api/v1/issues/{issue_id}/merge/',
  scope: 'issues:write',
  summary: 'Merge other issues of the same project into this one',
  description:
    'Later events of the merged issues belong to this one. Merging an issue that is already part of it has ' +
    `no effect. Returns 409 if the issue would exceed ${limits.issue.fingerprintsMax} fingerprints.`,
  params: IssueParameters,
  body: Closed({
    issue_ids: Type.Array(Type.String({ format: 'uuid' }), {
      minItems: 1,
      maxItems: limits.issue.mergedAtOnceMax,
      description: 'Issues to merge; may include this one',
    }),
  }),
  conflict: 'The issue would exceed the limit of fingerprints per issue',
  status: 200,
  response: IssueDetail,
})

export const unmergeIssue = defineRoute({
  ...common,
  id: 'unmergeIssue',
  method: 'post',
  path: '/api/v1/issues/{issue_id}/unmerge/',
  scope: 'issues:write',
  summary: 'Move fingerprints out of an issue',
  description:
    'Each fingerprint returns to the issue it was merged from; those that were always part of this issue ' +
    'form one new issue. Later events follow them. Returns 409 if no fingerprint would remain.',
  params: IssueParameters,
  body: Closed({
    fingerprints: Type.Array(FingerprintText, { minItems: 1, maxItems: limits.issue.unmergedAtOnceMax }),
  }),
  conflict: 'The last fingerprint of an issue cannot be moved',
  status: 200,
  response: Closed({
    ...IssueDetail.properties,
    separated_issues: Type.Array(Issue, { description: 'Issues that now own the fingerprints' }),
  }),
})
