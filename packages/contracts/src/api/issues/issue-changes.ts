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

/** A decision about an issue. Omitted fields stay unchanged. */
export const IssueChange = Closed({
  status: Type.Optional(OneOf(issueStatuses, { description: 'New status' })),
  resolve_in: Type.Optional(
    OneOf(issueReasons.resolved, { description: 'With status `resolved`: what fixes the issue; default now' }),
  ),
  release: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: limits.event.releaseLengthMax,
      pattern: '\\S',
      description: 'With `resolve_in` release: the release that fixes it; default the newest known release',
    }),
  ),
  archive_until: Type.Optional(
    OneOf(issueReasons.archived, {
      description: 'With status `archived`: when the issue becomes unresolved again; default when it escalates',
    }),
  ),
  until_time: Type.Optional({
    ...Timestamp,
    description: 'With `archive_until` time: the end of the archive; must be in the future',
  }),
  events: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: limits.issue.archivedEventsMax,
      description: 'With `archive_until` events: number of further events',
    }),
  ),
  assignee_id: Type.Optional(
    NullableOf(Type.String({ format: 'uuid', description: 'Member of the organization; null to unassign' })),
  ),
})
export type IssueChange = Static<typeof IssueChange>

export const changeIssue = defineRoute({
  ...common,
  id: 'changeIssue',
  method: 'patch',
  path: '/api/v1/issues/{issue_id}/',
  summary: 'Resolve, reopen, archive or assign an issue',
  description: 'Setting a field to its current value has no effect. Every change is recorded as an activity.',
  params: IssueParameters,
  body: Closed({
    ...IssueChange.properties,
    expected_status_changed_at: Type.Optional({
      ...Timestamp,
      description: 'The `status_changed_at` you based the change on: returns 409 if it has changed since',
    }),
  }),
  conflict: "The issue's status has changed in the meantime",
  status: 200,
  response: IssueDetail,
})

export const changeIssues = defineRoute({
  ...common,
  id: 'changeIssues',
  method: 'patch',
  path: '/api/v1/issues/',
  summary: 'Apply a change to many issues',
  description: 'Changes all of the issues or none. Returns 404 if one is unknown.',
  body: Closed({
    issue_ids: IssueIds,
    change: IssueChange,
    expected_status_changed_at: Type.Optional(
      Type.Array(Timestamp, {
        maxItems: limits.issue.changedAtOnceMax,
        description:
          'The `status_changed_at` of each of `issue_ids`, in the same order: a 409 response names the issues ' +
          'where it has changed since',
      }),
    ),
  }),
  conflict: 'The status of some issues has changed in the meantime',
  status: 200,
  response: Closed({
    issues: Type.Array(Issue, { description: 'The issues after the change, in the order of the request' }),
  }),
})

const discardText =
  'Whether to drop and count later events with these fingerprints: at most ' +
  `${limits.capacity.discardedFingerprints.max} fingerprints per project`
const deletionText =
  "Deletes the issue's activity as well; its events are deleted from the store shortly after. Later events " +
  'create a new issue unless they are discarded. Deleting a merged issue deletes the issue it was merged ' +
  'into.'
const discardConflict = 'The project has reached its limit of discarded fingerprints'

export const deleteIssue = defineRoute({
  ...common,
  id: 'deleteIssue',
  method: 'delete',
  path: '/api/v1/issues/{issue_id}/',
  summary: 'Delete an issue and its events',
  description: deletionText,
  params: IssueParameters,
  query: Closed({ discard: Type.Boolean({ default: false, description: discardText }) }),
  conflict: discardConflict,
  status: 200,
  response: { ...Issue, description: 'Returns the deleted issue' },
})

export const deleteIssues = defineRoute({
  ...common,
  id: 'deleteIssues',
  method: 'post',
  path: '/api/v1/issues/delete/',
  summary: 'Delete many issues and their events',
  description: `Deletes all of the issues or none. Returns 404 if one is unknown. ${deletionText}`,
  body: Closed({
    issue_ids: IssueIds,
    discard: Type.Optional(Type.Boolean({ default: false, description: discardText })),
  }),
  conflict: discardConflict,
  status: 200,
  response: Closed({ deleted: Type.Integer({ description: 'Number of deleted issues' }) }),
})
