import { Type, type Static } from 'typebox'
import { limits } from '../limits.js'
import { Closed, NullableOf, OneOf, Open, Timestamp } from '../schema.js'
import { LimitParameter, OffsetParameter, ProjectIdParameter } from './parameters.js'
import { defineRoute } from './route.js'

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
  status_changed_at: { ...Timestamp, description: 'Since when it is in its state' },
  resolved_release: NullableOf(
    Type.String({ description: 'Release that mends it; with reason `next_release` the newest one that does not' }),
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

const common = { tag: 'Issues', rateLimit: 'query' } as const
const IssueParameters = Closed({ issue_id: Type.String({ format: 'uuid' }) })

export const listIssues = defineRoute({
  ...common,
  id: 'listIssues',
  method: 'get',
  path: '/api/v1/issues/',
  scope: 'issues:read',
  summary: 'Issues of the organization, the newest first',
  query: Open({
    project_id: ProjectIdParameter,
    limit: LimitParameter(limits.issue.listDefault, limits.issue.listMax),
    offset: OffsetParameter,
  }),
  status: 200,
  response: Closed({
    issues: Type.Array(Issue),
    total: Type.Integer({ description: 'Issues, on this page or not' }),
    has_more: Type.Boolean(),
  }),
})

export const readIssue = defineRoute({
  ...common,
  id: 'readIssue',
  method: 'get',
  path: '/api/v1/issues/{issue_id}/',
  scope: 'issues:read',
  summary: 'An issue with its fingerprints and what was merged into it',
  description: 'The id of a merged issue answers the issue that it became part of.',
  params: IssueParameters,
  status: 200,
  response: IssueDetail,
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
