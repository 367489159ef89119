import { Type, type Static } from 'typebox'
import { limits } from '../../limits.js'
import { Closed, NullableOf, Timestamp } from '../../schema.js'
import { defineRoute } from '../http/route.js'

/** A commit that touched a frame's file. */
export const SuspectCommit = Closed({
  change_id: Type.String({ description: 'The commit among the changes' }),
  commit: Type.String({ description: 'Its id as assigned by the sender' }),
  title: Type.String(),
  author: NullableOf(Type.String()),
  repository: NullableOf(Type.String({ description: '`owner/name`' })),
  url: NullableOf(Type.String()),
  occurred_at: Timestamp,
  is_in_release: Type.Boolean({ description: "Whether it was reported as part of the event's release" }),
  file: Type.String({ description: 'The changed file, as named by the commit' }),
  frame: Closed({
    depth: Type.Integer({
      minimum: 0,
      description: 'Number of calls above the error location; 0 is the location itself',
    }),
    function: NullableOf(Type.String()),
    path: Type.String({ description: 'The file, as named by the frame' }),
    line: NullableOf(Type.Integer()),
  }),
})
export type SuspectCommit = Static<typeof SuspectCommit>

export const listSuspectCommits = defineRoute({
  id: 'listSuspectCommits',
  tag: 'Issues',
  method: 'get',
  path: '/api/v1/issues/{issue_id}/suspect-commits/',
  scope: 'telemetry:read',
  rateLimit: 'query',
  summary: "Commits that changed files in the newest event's stack",
  description:
    "Considers commits reported for the event's release; if none of them lists files, commits of the " +
    `${limits.issue.suspectDays} days before it. Commits that touch frames nearest to the error come first, ` +
    'then the newest. Also requires `changes:read`.',
  params: Closed({ issue_id: Type.String({ format: 'uuid' }) }),
  status: 200,
  response: Closed({
    event_id: NullableOf(Type.String({ description: 'Event whose frames were examined; null if there is none' })),
    suspects: Type.Array(SuspectCommit, { maxItems: limits.issue.suspectsMax }),
  }),
})
