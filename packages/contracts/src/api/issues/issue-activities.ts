import { Type, type Static } from 'typebox'
import { limits } from '../../limits.js'
import { Closed, OneOf, Timestamp } from '../../schema.js'
import { actorKinds } from '../identity/audit-log.js'
import { LimitParameter, OffsetParameter } from '../http/parameters.js'
import { issueReasons } from './issues.js'
import { defineRoute } from '../http/route.js'

/**
 * What may happen to an issue. `regressed`, `escalated` and `archive_ended` happen by themselves; a merge is an activity
 * of the issue that the others became part of.
 */
export const issueActivityKinds = [
  'resolved',
  'unresolved',
  'archived',
  'regressed',
  'escalated',
  'archive_ended',
  'assigned',
  'unassigned',
  'merged',
  'unmerged',
  'comment',
] as const
export type IssueActivityKind = (typeof issueActivityKinds)[number]

/** Who did it: as in the audit log, or the system itself. */
export const activityActorKinds = [...actorKinds, 'system'] as const
export type ActivityActorKind = (typeof activityActorKinds)[number]

/** What else there is to know; which fields there are depends on the kind. */
export const IssueActivityDetails = Closed({
  reason: Type.Optional(
    OneOf([...issueReasons.resolved, ...issueReasons.archived], {
      description: 'How it was resolved or archived; of `archive_ended` and `escalated` how it had been archived',
    }),
  ),
  release: Type.Optional(
    Type.String({ description: 'Release that fixes it; of a regression the one whose events brought it back' }),
  ),
  until: Type.Optional({ ...Timestamp, description: 'Until when it is archived' }),
  events: Type.Optional(
    Type.Integer({
      description: 'For how many events it is archived; of what ended an archive those that were counted',
    }),
  ),
  usual_events: Type.Optional(Type.Integer({ description: 'Of an escalation: most events that an hour usually has' })),
  received_at: Type.Optional({
    ...Timestamp,
    description: 'Of a regression: when the events came that brought it back',
  }),
  assignee_id: Type.Optional(Type.String({ description: 'Member it is or was assigned to' })),
  issue_ids: Type.Optional(
    Type.Array(Type.String(), { description: 'Issues that were merged into it, or that fingerprints went to' }),
  ),
  fingerprints: Type.Optional(Type.Array(Type.String(), { description: 'Fingerprints that left, the first of them' })),
})
export type IssueActivityDetails = Static<typeof IssueActivityDetails>

/** Something that happened to an issue, or that somebody said of it. */
export const IssueActivity = Closed({
  id: Type.String(),
  issue_id: Type.String({ description: 'The issue that it happened to; one that was merged keeps its own' }),
  kind: OneOf(issueActivityKinds),
  actor: Closed({
    kind: OneOf(activityActorKinds, { description: '`system` for what happened by itself' }),
    id: Type.String({ description: 'Id of the API key or of the member; empty for the system' }),
    name: Type.String({ description: 'As it was then' }),
  }),
  text: Type.String({ description: 'Of a comment; else empty' }),
  details: IssueActivityDetails,
  occurred_at: Timestamp,
})
export type IssueActivity = Static<typeof IssueActivity>

const common = { tag: 'Issues', rateLimit: 'query' } as const
const IssueParameters = Closed({ issue_id: Type.String({ format: 'uuid' }) })
const CommentParameters = Closed({ ...IssueParameters.properties, comment_id: Type.String({ format: 'uuid' }) })
const CommentBody = Closed({
  text: Type.String({ minLength: 1, maxLength: limits.issue.commentLengthMax, pattern: '\\S' }),
})

export const listIssueActivities = defineRoute({
  ...common,
  id: 'listIssueActivities',
  method: 'get',
  path: '/api/v1/issues/{issue_id}/activity/',
  scope: 'issues:read',
  summary: 'Activity of an issue, comments included, newest first',
  description: 'Includes the activity of issues that were merged into it.',
  params: IssueParameters,
  query: Closed({
    limit: LimitParameter(limits.issue.activitiesDefault, limits.issue.activitiesMax),
    offset: OffsetParameter,
  }),
  status: 200,
  response: Closed({
    activities: Type.Array(IssueActivity),
    total: Type.Integer({ description: 'Activities, on this page or not' }),
    has_more: Type.Boolean(),
  }),
})

export const createIssueComment = defineRoute({
  ...common,
  id: 'createIssueComment',
  method: 'post',
  path: '/api/v1/issues/{issue_id}/comments/',
  scope: 'issues:write',
  summary: 'Comment on an issue',
  description: `409 when the issue has ${limits.capacity.comments.max} comments.`,
  params: IssueParameters,
  body: CommentBody,
  conflict: 'The issue has as many comments as one may have',
  status: 201,
  response: IssueActivity,
})

export const changeIssueComment = defineRoute({
  ...common,
  id: 'changeIssueComment',
  method: 'patch',
  path: '/api/v1/issues/{issue_id}/comments/{comment_id}/',
  scope: 'issues:write',
  summary: 'Change the text of a comment',
  description: 'Allowed for its author and for callers with the scope `members:write`, which admins have.',
  params: CommentParameters,
  body: CommentBody,
  status: 200,
  response: IssueActivity,
})

export const deleteIssueComment = defineRoute({
  ...common,
  id: 'deleteIssueComment',
  method: 'delete',
  path: '/api/v1/issues/{issue_id}/comments/{comment_id}/',
  scope: 'issues:write',
  summary: 'Delete a comment',
  description: 'Allowed for its author and for callers with the scope `members:write`, which admins have.',
  params: CommentParameters,
  status: 200,
  response: { ...IssueActivity, description: 'As it was' },
})
