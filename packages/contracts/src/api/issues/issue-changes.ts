import { Type, type Static } from 'typebox'
import { limits } from '../../limits.js'
import { Closed, NullableOf, OneOf, Timestamp } from '../../schema.js'
import { Issue, IssueDetail, issueReasons, issueStatuses } from './issues.js'
import { defineRoute } from '../http/route.js'

const common = { tag: 'Issues', rateLimit: 'query', scope: 'issues:write' } as const
const IssueParameters = Closed({ issue_id: Type.String({ format: 'uuid' }) })

const IssueIds = Type.Array(Type.String({ format: 'uuid' }), {
  minItems: 1,
  maxItems: limits.issue.changedAtOnceMax,
  description: 'Issues; duplicates are ignored',
})

/** What people decide about an issue. A field that is left out changes nothing. */
export const IssueChange = Closed({
  status: Type.Optional(OneOf(issueStatuses, { description: 'New status' })),
  resolve_in: Type.Optional(
    OneOf(issueReasons.resolved, { description: 'With status `resolved`: what fixes it; default now' }),
  ),
  release: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: limits.event.releaseLengthMax,
      pattern: '\\S',
      description: 'With `resolve_in` release: the one that fixes it; default the newest that is known',
    }),
  ),
  archive_until: Type.Optional(
    OneOf(issueReasons.archived, {
      description: 'With status `archived`: when it comes back; default when it escalates',
    }),
  ),
  until_time: Type.Optional({ ...Timestamp, description: 'With `archive_until` time: when; must lie ahead' }),
  events: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: limits.issue.archivedEventsMax,
      description: 'With `archive_until` events: after how many further ones',
    }),
  ),
  assignee_id: Type.Optional(
    NullableOf(Type.String({ format: 'uuid', description: 'Member of the organization; null for nobody' })),
  ),
})
export type IssueChange = Static<typeof IssueChange>

export const changeIssue = defineRoute({
  ...common,
  id: 'changeIssue',
  method: 'patch',
  path: '/api/v1/issues/{issue_id}/',
  summary: 'Resolve, reopen, archive or assign an issue',
  description: 'Setting a value that it already has changes nothing. Every change is recorded as an activity.',
  params: IssueParameters,
  body: Closed({
    ...IssueChange.properties,
    expected_status_changed_at: Type.Optional({
      ...Timestamp,
      description: 'The `status_changed_at` that the decision is based on: 409 when it is another one by now',
    }),
  }),
  conflict: 'Somebody, or an event, changed its status meanwhile',
  status: 200,
  response: IssueDetail,
})

export const changeIssues = defineRoute({
  ...common,
  id: 'changeIssues',
  method: 'patch',
  path: '/api/v1/issues/',
  summary: 'Apply one change to many issues',
  description: 'All of them are changed or none: 404 when one is unknown.',
  body: Closed({
    issue_ids: IssueIds,
    change: IssueChange,
    expected_status_changed_at: Type.Optional(
      Type.Array(Timestamp, {
        maxItems: limits.issue.changedAtOnceMax,
        description:
          'The `status_changed_at` of each of `issue_ids`, in their order, that the decision is based on: 409 names those ' +
          'of which it is another one by now',
      }),
    ),
  }),
  conflict: 'Somebody, or an event, changed the status of some of them meanwhile',
  status: 200,
  response: Closed({
    issues: Type.Array(Issue, { description: 'As they are now, in the order in which they were named' }),
  }),
})

const discardText =
  'Whether later events of its fingerprints are dropped and counted: ' +
  `at most ${limits.capacity.discardedFingerprints.max} fingerprints of a project`
const deletionText =
  'Its activities go with it, and its events are deleted from the store shortly after. Later events are a new issue, ' +
  'unless they are discarded. A merged issue goes with the one that it became part of.'
const discardConflict = 'The project would discard more fingerprints than it may'

export const deleteIssue = defineRoute({
  ...common,
  id: 'deleteIssue',
  method: 'delete',
  path: '/api/v1/issues/{issue_id}/',
  summary: 'Delete an issue with its events',
  description: deletionText,
  params: IssueParameters,
  query: Closed({ discard: Type.Boolean({ default: false, description: discardText }) }),
  conflict: discardConflict,
  status: 200,
  response: { ...Issue, description: 'As it was' },
})

export const deleteIssues = defineRoute({
  ...common,
  id: 'deleteIssues',
  method: 'post',
  path: '/api/v1/issues/delete/',
  summary: 'Delete many issues with their events',
  description: `All of them are deleted or none: 404 when one is unknown. ${deletionText}`,
  body: Closed({
    issue_ids: IssueIds,
    discard: Type.Optional(Type.Boolean({ default: false, description: discardText })),
  }),
  conflict: discardConflict,
  status: 200,
  response: Closed({ deleted: Type.Integer({ description: 'Issues that were deleted' }) }),
})
