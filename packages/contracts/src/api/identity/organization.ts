import { Type, type Static } from 'typebox'
import { Closed, NullableOf, OneOf, Timestamp } from '../../schema.js'
import { apiScopes, defineRoute } from '../http/route.js'
import { NameText } from '../http/texts.js'

export const ApiKey = Closed({
  id: Type.String(),
  name: Type.String(),
  prefix: Type.String({ description: 'First characters of the key, for recognition' }),
  scopes: Type.Array(OneOf(apiScopes)),
  created_at: Timestamp,
  expires_at: NullableOf({
    ...Timestamp,
    description: 'When the key expires; null if it does not',
  }),
  last_used_at: NullableOf(Timestamp),
  revoked_at: NullableOf(Timestamp),
  query_limit_per_minute: NullableOf(Type.Integer({ description: 'Requests per minute; null for the default' })),
  ingest_limit_per_minute: NullableOf(Type.Integer({ description: 'Requests per minute; null for the default' })),
})
export type ApiKey = Static<typeof ApiKey>

const common = { tag: 'Organization', rateLimit: 'query' } as const
const LimitPerMinute = Type.Optional(NullableOf(Type.Integer({ minimum: 1, maximum: 10_000_000 })))

export const listApiKeys = defineRoute({
  ...common,
  id: 'listApiKeys',
  method: 'get',
  path: '/api/v1/organization/api-keys/',
  scope: 'keys:read',
  summary: "The organization's API keys, oldest first, without their secrets",
  status: 200,
  response: Closed({ api_keys: Type.Array(ApiKey) }),
})

export const createApiKey = defineRoute({
  ...common,
  id: 'createApiKey',
  method: 'post',
  path: '/api/v1/organization/api-keys/',
  scope: 'keys:write',
  needsConfirmation: true,
  summary: 'Create an API key',
  description: 'The key is shown only in this response. Callers can grant only scopes they have.',
  body: Closed({
    name: NameText('Name of the key'),
    scopes: Type.Optional(Type.Array(OneOf(apiScopes), { minItems: 1, maxItems: apiScopes.length, uniqueItems: true })),
    format: Type.Optional(
      OneOf(['signalbox', 'sentry'], {
        description:
          'sentry: a token `sntrys_…` that contains the address and organization for sentry-cli and bundler plugins',
      }),
    ),
    query_limit_per_minute: LimitPerMinute,
    ingest_limit_per_minute: LimitPerMinute,
    expires_at: Type.Optional(
      NullableOf({ ...Timestamp, description: 'Must be in the future; if omitted, the key never expires' }),
    ),
  }),
  conflict: 'The organization has reached its limit of active API keys',
  status: 201,
  response: Closed({ ...ApiKey.properties, key: Type.String({ description: 'The secret; shown only once' }) }),
})

const ofKey = {
  ...common,
  path: '/api/v1/organization/api-keys/{key_id}/',
  params: Closed({ key_id: Type.String({ format: 'uuid' }) }),
} as const

export const changeApiKey = defineRoute({
  ...ofKey,
  id: 'changeApiKey',
  method: 'patch',
  scope: 'keys:write',
  needsConfirmation: true,
  summary: 'Rename an API key or change its rate limit; omitted fields keep their values',
  body: Closed({
    name: Type.Optional(NameText('Purpose of the key')),
    query_limit_per_minute: LimitPerMinute,
    ingest_limit_per_minute: LimitPerMinute,
  }),
  status: 200,
  response: ApiKey,
})

export const revokeApiKey = defineRoute({
  ...ofKey,
  id: 'revokeApiKey',
  method: 'delete',
  scope: 'keys:write',
  summary: 'Revoke an API key; revoking it again has no effect',
  status: 200,
  response: ApiKey,
})

export const Organization = Closed({ id: Type.String(), name: Type.String(), created_at: Timestamp })
export type Organization = Static<typeof Organization>

export const readOrganization = defineRoute({
  ...common,
  id: 'readOrganization',
  method: 'get',
  path: '/api/v1/organization/',
  scope: 'projects:read',
  summary: "Get the caller's organization",
  status: 200,
  response: Organization,
})

export const renameOrganization = defineRoute({
  ...common,
  id: 'renameOrganization',
  method: 'patch',
  path: '/api/v1/organization/',
  scope: 'organization:write',
  summary: 'Rename the organization',
  body: Closed({ name: NameText('Name of the organization') }),
  status: 200,
  response: Organization,
})
