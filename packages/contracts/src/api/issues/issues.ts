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

/** Why issues are in their state, by state. */
export const issueReasons = {
  unresolved: ['new', 'regressed', 'escalated', 'reopened'],
  resolved: ['now', 'release', 'next_release'],
  archived: ['forever', 'escalating', 'time', 'events'],
} as const satisfies Record<IssueStatus, readonly string[]>
export type IssueReason = (typeof issueReasons)[IssueStatus][number]

const allReasons = [...issueReasons.unresolved, ...issueReasons.resolved, ...issueReasons.archived] as const

/** Errors that have one cause, as far as grouping and people can tell. Its texts are those of its first event. */
export const Issue = Closed({
  id: Type.String(),
  short_id: Type.String({ description: 'Name of the project and a number, unique in it', examples: ['WEB-SHOP-12'] }),
  project_id: Type.String(),
  title: Type.String(),
  culprit: Type.String({ description: 'Where it happened; empty when unknown' }),
  level: Type.String(),
  platform: Type.String(),
  status: OneOf(issueStatuses),
  reason: OneOf(allReasons, {
    description:
      'Why it is in its state. Unresolved: new, regressed (came back after it was resolved), escalated (came back from' +
      ' the archive), reopened (by a person). Resolved: now, in a release, in the next release. Archived: forever,' +
      ' until it escalates, for a time, for so many events',
  }),
  status_changed_at: { ...Timestamp, description: 'When it entered its current state' },
  resolved_release: NullableOf(
    Type.String({ description: 'Release that fixes it; with reason `next_release` the newest one that does not' }),
  ),
  archived_until: NullableOf({ ...Timestamp, description: 'When it comes back; null unless archived for a time' }),
  archived_events: NullableOf(
    Type.Integer({ description: 'After how many further events it comes back; null unless archived for events' }),
  ),
  assignee: NullableOf(Closed({ id: Type.String({ description: 'Member of the organization' }), name: Type.String() })),
  first_release: Type.String({ description: 'Release of its first event; empty when unknown' }),
  first_environment: Type.String({ description: 'Environment of its first event; empty when unknown' }),
  first_seen_at: { ...Timestamp, description: 'Time of its first event' },
  created_at: Timestamp,
})
export type Issue = Static<typeof Issue>

/** An issue with what belongs to it. */
export const IssueDetail = Closed({
  ...Issue.properties,
  fingerprints: Type.Array(
    Closed({
      fingerprint: FingerprintText,
      original_issue_id: Type.String({ description: 'Issue that it came from; the id of this one when it is its own' }),
      first_seen_at: Timestamp,
    }),
    { description: 'Whose events belong to it, its own first' },
  ),
  merged_issues: Type.Array(Issue, { description: 'Issues that became part of it, oldest first' }),
})
export type IssueDetail = Static<typeof IssueDetail>

const happened = {
  events: Type.Integer({ description: 'Events of the range; of floods those that samples stand for as well' }),
  users: Type.Integer({ description: 'Different users of these events' }),
  last_seen_at: NullableOf({ ...Timestamp, description: 'Last event of the range; null when there is none' }),
}

/** An issue with what happened in the range that a list is asked for. */
export const ListedIssue = Closed({ ...Issue.properties, ...happened, series: OccurrenceSeries })
export type ListedIssue = Static<typeof ListedIssue>

/** An issue with what belongs to it and how often it happened. */
export const CountedIssueDetail = Closed({
  ...IssueDetail.properties,
  ...happened,
  series_24h: { ...OccurrenceSeries, description: 'Events in each hour of the last 24, oldest first' },
  series_30d: { ...OccurrenceSeries, description: 'Events in each day of the last 30, UTC, oldest first' },
})
export type CountedIssueDetail = Static<typeof CountedIssueDetail>

/** An issue by its id, or by its name as people call it. */
export const IssueIdOrName = Type.String({
  pattern: '^(?:[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}|.{1,250}-[1-9]\\d{0,9})$',
  description: 'Id of the issue, or its short id such as `WEB-SHOP-12` in any case',
})

const common = { tag: 'Issues', rateLimit: 'query' } as const
const IssueParameters = Closed({ issue_id: Type.String({ format: 'uuid' }) })

export const listIssues = defineRoute({
  ...common,
  id: 'listIssues',
  method: 'get',
  path: '/api/v1/issues/',
  scope: 'issues:read',
  summary: 'Issues of the organization',
  description:
    'Without a `query`, issues of every status. A range other than 90d lists only issues with events in it, and so does' +
    ' a search for events; otherwise issues whose events are gone come last. Counts are of the events of the range that' +
    ' meet the search. See docs/issue-search.md for the language.',
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
      description: 'The largest or newest first, ties by id. Trend: how much more often it happens of late',
    }),
    limit: {
      ...LimitParameter(limits.issue.listDefault, limits.issue.listMax),
      minimum: 0,
      description: `Maximum number of issues, up to ${limits.issue.listMax}; 0 for the total alone, which takes less`,
    },
    offset: OffsetParameter,
  }),
  status: 200,
  response: Closed({
    issues: Type.Array(ListedIssue),
    total: Type.Integer({ description: 'Issues, on this page or not' }),
    has_more: Type.Boolean(),
    is_partial: Type.Boolean({
      description: `Whether more than ${limits.issue.rankedGroupsMax} groups of events matched: those ranked below them are not considered`,
    }),
    series_start: NullableOf({
      ...Timestamp,
      description: 'Start of the first interval of the series; null without issues',
    }),
    interval_seconds: NullableOf(Type.Integer({ description: 'Length of their intervals; null without issues' })),
  }),
})

export const readIssue = defineRoute({
  ...common,
  id: 'readIssue',
  method: 'get',
  path: '/api/v1/issues/{issue_id}/',
  scope: 'issues:read',
  summary: 'An issue with its fingerprints and what was merged into it',
  description: 'The id of a merged issue returns the issue that it became part of. Counts are of the last 90 days.',
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
  summary: 'Make other issues of the same project part of this one',
  description:
    'Later events of the merged issues belong to this one. Merging what is part of it already changes nothing. 409 when' +
    ` the issue would have more than ${limits.issue.fingerprintsMax} fingerprints.`,
  params: IssueParameters,
  body: Closed({
    issue_ids: Type.Array(Type.String({ format: 'uuid' }), {
      minItems: 1,
      maxItems: limits.issue.mergedAtOnceMax,
      description: 'Issues to merge; this one may be among them',
    }),
  }),
  conflict: 'The issue would have more fingerprints than one may have',
  status: 200,
  response: IssueDetail,
})

export const unmergeIssue = defineRoute({
  ...common,
  id: 'unmergeIssue',
  method: 'post',
  path: '/api/v1/issues/{issue_id}/unmerge/',
  scope: 'issues:write',
  summary: 'Take fingerprints out of an issue',
  description:
    'Each returns to the issue that it came from; those that have always been of this one become one new issue. Later' +
    ' events follow them. 409 when no fingerprint would stay.',
  params: IssueParameters,
  body: Closed({
    fingerprints: Type.Array(FingerprintText, { minItems: 1, maxItems: limits.issue.unmergedAtOnceMax }),
  }),
  conflict: 'The last fingerprint of an issue cannot leave it',
  status: 200,
  response: Closed({
    ...IssueDetail.properties,
    separated_issues: Type.Array(Issue, { description: 'Issues that the fingerprints belong to now' }),
  }),
})
