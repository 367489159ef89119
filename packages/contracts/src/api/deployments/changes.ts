import { Type, type Static } from 'typebox'
import { limits } from '../../limits.js'
import { Closed, NullableOf, OneOf, Open, Timestamp } from '../../schema.js'
import { BatchAccepted } from '../ingestion/ingestion.js'
import { LimitParameter, OffsetParameter, TextParameter, timeRangeParameters } from '../http/parameters.js'
import { LinkedProjectParameter } from './repositories.js'
import { defineRoute } from '../http/route.js'
import { FreeObject, NameText, RepositoryFullName, UrlText } from '../http/texts.js'

/** Kinds of changes that can be announced. */
export const changeKinds = ['commit', 'flag', 'config', 'infrastructure', 'status', 'other'] as const
export type ChangeKind = (typeof changeKinds)[number]

/** Kinds of changes that are listed: deployments have a separate endpoint, but appear in the same list. */
export const listedChangeKinds = [...changeKinds, 'deployment'] as const

/**
 * Anything that may be the cause of a problem. A change with the same kind, repository and id updates the existing one.
 */
export const ChangeItem = Open({
  kind: OneOf(changeKinds),
  id: Type.String({
    minLength: 1,
    maxLength: limits.change.idLengthMax,
    description: 'Id assigned by the sender, such as the commit SHA',
  }),
  occurred_at: { ...Timestamp, description: 'When it took effect' },
  title: Type.String({ minLength: 1, maxLength: limits.change.titleLengthMax, description: 'One-line summary' }),
  service: Type.Optional(NameText('Affected service, by its name in telemetry')),
  repository: Type.Optional(RepositoryFullName),
  author: Type.Optional(NameText('Author of the change')),
  url: Type.Optional(UrlText('Link to a page about the change')),
  files: Type.Optional(
    Type.Array(Type.String({ maxLength: limits.change.pathLengthMax }), {
      maxItems: limits.change.filesMax,
      description: 'Paths of the changed files',
    }),
  ),
  diff: Type.Optional(
    Type.String({
      description: `Unified diff; longer diffs are truncated to ${limits.change.diffBytesMax} bytes and marked`,
    }),
  ),
  details: Type.Optional(FreeObject(`Additional details; at most ${limits.change.detailsBytesMax} bytes of JSON`)),
})
export type ChangeItem = Static<typeof ChangeItem>

/** The items of a request: each is validated separately, so that an invalid one does not affect the others. */
const AnyChange = Type.Unsafe<unknown>({
  anyOf: [ChangeItem, { description: 'Changes of any other kind are rejected with their index' }],
})

/** A change as shown in lists. */
export const Change = Closed({
  change_id: Type.String({ description: 'Id used in reports' }),
  kind: OneOf(listedChangeKinds),
  id: Type.String({ description: 'Id assigned by the sender; for deployments, the id that the API returned' }),
  occurred_at: Timestamp,
  title: Type.String(),
  service: NullableOf(Type.String()),
  repository: NullableOf(Type.String()),
  author: NullableOf(Type.String()),
  url: NullableOf(Type.String()),
  files: Type.Array(Type.String()),
  diff: NullableOf(Type.String()),
  diff_cut: Type.Boolean({ description: 'Whether the diff was truncated, or removed to save space' }),
  details: FreeObject('Additional details from the sender'),
})
export type Change = Static<typeof Change>

const common = { tag: 'Changes', path: '/api/v1/changes/', rateLimit: 'query' } as const

export const recordChanges = defineRoute({
  ...common,
  id: 'recordChanges',
  method: 'post',
  scope: 'changes:write',
  summary: 'Record commits, flag changes and other changes',
  description: 'Valid changes are stored even if others are rejected. Returns 400 if no change is valid.',
  body: Open({ changes: Type.Array(AnyChange, { minItems: 1, maxItems: limits.change.itemsMax }) }),
  status: 202,
  response: BatchAccepted,
})

export const listChanges = defineRoute({
  ...common,
  id: 'listChanges',
  method: 'get',
  scope: 'changes:read',
  summary: 'Changes and deployments, newest first',
  query: Closed({
    ...timeRangeParameters(['1h', '6h', '24h', '7d', '30d'], '24h'),
    kind: Type.Optional(OneOf(listedChangeKinds, { description: `One of ${listedChangeKinds.join(', ')}` })),
    service: TextParameter('Affected service'),
    repository: TextParameter('Repository as `owner/name`'),
    project_id: LinkedProjectParameter,
    limit: LimitParameter(limits.query.listLimitDefault, limits.query.listLimitMax),
    offset: OffsetParameter,
  }),
  status: 200,
  response: Closed({
    changes: Type.Array(Change),
    total: Type.Integer({ description: 'Total number of matching changes' }),
    has_more: Type.Boolean({
      description: `Whether more follow. A response holds at most ${limits.query.listBytesMax} bytes, so it can hold fewer than \`limit\`: continue at \`offset\` plus the number received`,
    }),
  }),
})
