import { Type, type Static } from 'typebox'
import { limits } from '../../limits.js'
import { Closed, MapOf, NullableOf, OneOf, Timestamp } from '../../schema.js'
import { LimitParameter, OffsetParameter, timeRangeParameters } from '../http/parameters.js'
import { defineRoute } from '../http/route.js'

/** The author of a request: an API key or a member. */
export const actorKinds = ['api_key', 'member'] as const
export type ActorKind = (typeof actorKinds)[number]

/** `done`: the change was stored; `refused`: nothing was changed; `failed`: the request was interrupted. */
export const auditOutcomes = ['done', 'refused', 'failed'] as const
export type AuditOutcome = (typeof auditOutcomes)[number]

/** A request that changed something or attempted to. Bodies are not stored. */
export const AuditEntry = Closed({
  id: Type.String(),
  occurred_at: Timestamp,
  actor: Closed({
    kind: OneOf(actorKinds),
    id: Type.String({ description: 'Id of the API key or member' }),
    name: Type.String({ description: 'Name of the key or e-mail address of the member at the time' }),
  }),
  action: Type.String({ description: "The request's operationId" }),
  objects: MapOf(Type.String(), { description: "Ids from the request's path and response, by name" }),
  outcome: OneOf(auditOutcomes),
  code: NullableOf(Type.String({ description: 'Error code of the response; null if the request succeeded' })),
  request_id: Type.String(),
  address: Type.String({
    description:
      'Address of a client that failed to authenticate; otherwise empty, also when several clients are combined',
  }),
  count: Type.Integer({
    description: 'Number of occurrences within a minute: always 1 except for failed authentication',
  }),
})
export type AuditEntry = Static<typeof AuditEntry>

export const readAuditLog = defineRoute({
  id: 'readAuditLog',
  tag: 'Organization',
  method: 'get',
  path: '/api/v1/organization/audit-log/',
  scope: 'audit:read',
  rateLimit: 'query',
  summary: 'Audit log entries, newest first',
  description: `Entries are kept for ${limits.auditLog.retentionDays} days.`,
  query: Closed({
    ...timeRangeParameters(['1h', '24h', '7d', '30d', '90d'], '30d'),
    actor: Type.Optional(
      Type.String({ minLength: 1, maxLength: 64, description: 'Only this API key or member, by id' }),
    ),
    action: Type.Optional(Type.String({ minLength: 1, maxLength: 64, description: 'Only this operationId' })),
    limit: LimitParameter(limits.auditLog.listDefault, limits.auditLog.listMax),
    offset: OffsetParameter,
  }),
  status: 200,
  response: Closed({
    entries: Type.Array(AuditEntry),
    total: Type.Integer({ description: 'Total number of matching entries' }),
    has_more: Type.Boolean(),
  }),
})
