import { Type, type Static } from 'typebox'
import { limits } from '../../limits.js'
import { Closed, OneOf, Timestamp } from '../../schema.js'
import { actorKinds } from '../identity/audit-log.js'
import { LimitParameter, OffsetParameter } from '../http/parameters.js'
import { issueReasons } from './issues.js'
import { WrittenText } from '../http/texts.js'
import { defineRoute } from '../http/route.js'

/**
 * Kinds of activities. `regressed`, `escalated` and `archive_ended` are automatic; a merge is an activity of the issue
 * that others were merged into.
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

/** The actor: as in the audit log, or the system itself. */
export const activityActorKinds = [...actorKinds, 'system'] as const
export type ActivityActorKind = (typeof activityActorKinds)[number]

/** Further details; the fields depend on the kind. */
export const IssueActivityDetails = Closed({
  reason: Type.Optional(
    OneOf([...issueReasons.resolved, ...issueReasons.archived], {
      description:
        'How the issue was resolved or archived; for `archive_ended` and `escalated`, how it had been archived',
    }),
  ),
  release: Type.Optional(
    Type.String({
      description: 'Release that fixes the issue; for a regression, the release whose events reopened it',
    }),
  ),
  until: Type.Optional({ ...Timestamp, description: 'When the archive ends' }),
  events: Type.Optional(
    Type.Integer({
      description: 'Number of events the issue is archived for; when an archive ends, the number that were counted',
    }),
  ),
  usual_events: Type.Optional(Type.Integer({ description: 'For an escalation: the usual maximum of events per hour' })),
  received_at: Type.Optional({
    ...Timestamp,
    description: 'For a regression: when the events that reopened it arrived',
  }),
  assignee_id: Type.Optional(Type.String({ description: 'Member the issue is or was assigned to' })),
  issue_ids: Type.Optional(
    Type.Array(Type.String(), {
      description: 'Issues that were merged into this one, or that received its fingerprints',
    }),
  ),
  fingerprints: Type.Optional(Type.Array(Type.String(), { description: 'The first fingerprints that were moved out' })),
})
export type IssueActivityDetails = Static<typeof IssueActivityDetails>

/** An event in an issue's history, or a comment on it. */
export const IssueActivity = Closed({
  id: Type.String(),
  issue_id: Type.String({ description: 'Issue the activity belongs to; merged issues keep their own activity' }),
  kind: OneOf(issueActivityKinds),
  actor: Closed({
    kind: OneOf(activityActorKinds, { description: '`system` for automatic changes' }),
    id: Type.String({ description: 'Id of the API key or member; empty for the system' }),
    name: Type.String({ description: 'Name at the time' }),
  }),
  text: Type.String({ description: 'Comment text; empty for other activities' }),
  details: IssueActivityDetails,
  occurred_at: Timestamp,
})
export type IssueActivity = Static<typeof IssueActivity>

const common = { tag: 'Issues', rateLimit: 'query' } as const
const IssueParameters = Closed({ issue_id: Type.String({ format: 'uuid' }) })
const CommentParameters = Closed({ ...IssueParameters.properties, comment_id: Type.String({ format: 'uuid' }) })
const CommentBody = Closed({
  text: WrittenText({ minLength: 1, maxLength: limits.issue.commentLengthMax, pattern: '\\S' }),
})

export const listIssueActivities = defineRoute({
  ...common,
  id: 'listIssueActivities',
  method: 'get',
  path: '/api/v1/issues/{issue_id}/activity/',
  scope: 'issues:read',
  summary: 'Activity of an issue, including comments, newest first',
  description: 'Includes the activity of merged issues.',
  params: IssueParameters,
  query: Closed({
    limit: LimitParameter(limits.issue.activitiesDefault, limits.issue.activitiesMax),
    offset: OffsetParameter,
  }),
  status: 200,
  response: Closed({
    activities: Type.Array(IssueActivity),
    total: Type.Integer({ description: 'Total number of activities' }),
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
  description: `Returns 409 if the issue has ${limits.capacity.comments.max} comments.`,
  params: IssueParameters,
  body: CommentBody,
  conflict: 'The issue has reached its limit of comments',
  status: 201,
  response: IssueActivity,
})

export const changeIssueComment = defineRoute({
  ...common,
  id: 'changeIssueComment',
  method: 'patch',
  path: '/api/v1/issues/{issue_id}/comments/{comment_id}/',
  scope: 'issues:write',
  summary: 'Edit a comment',
  description: 'Allowed for the author and for callers with the scope `members:write`, such as admins.',
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
  description: 'Allowed for the author and for callers with the scope `members:write`, such as admins.',
  params: CommentParameters,
  status: 200,
  response: { ...IssueActivity, description: 'Returns the deleted comment' },
})
