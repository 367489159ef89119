import { Type, type Static } from 'typebox'
import { limits } from '../../limits.js'
import { Closed, NullableOf, Timestamp } from '../../schema.js'
import { defineRoute } from '../http/route.js'

/** A commit that touched a file of a frame. */
export const SuspectCommit = Closed({
  change_id: Type.String({ description: 'The commit among the changes' }),
  commit: Type.String({ description: 'Its id, as the sender gave it' }),
  title: Type.String(),
  author: NullableOf(Type.String()),
  repository: NullableOf(Type.String({ description: '`owner/name`' })),
  url: NullableOf(Type.String()),
  occurred_at: Timestamp,
  is_in_release: Type.Boolean({ description: 'Whether it was announced as one of the release of the event' }),
  file: Type.String({ description: 'The file that it touched, as the commit names it' }),
  frame: Closed({
    depth: Type.Integer({ minimum: 0, description: 'Calls above the place of the error; 0 is the place itself' }),
    function: NullableOf(Type.String()),
    path: Type.String({ description: 'The file, as the frame names it' }),
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
  summary: 'Commits that touched files of the newest event of an issue',
  description:
    'Commits that were announced for the release of the event; when there are none with files, those of the' +
    ` ${limits.issue.suspectDays} days before it. Those of frames nearest to the error come first, then the newest. Needs \`changes:read\` as well.`,
  params: Closed({ issue_id: Type.String({ format: 'uuid' }) }),
  status: 200,
  response: Closed({
    event_id: NullableOf(Type.String({ description: 'The event whose frames were examined; null when there is none' })),
    suspects: Type.Array(SuspectCommit, { maxItems: limits.issue.suspectsMax }),
  }),
})
