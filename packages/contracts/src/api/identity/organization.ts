import { Type, type Static } from 'typebox'
import { limits } from '../../limits.js'
import { Closed, NullableOf, OneOf, Timestamp } from '../../schema.js'
import { apiScopes, defineRoute } from '../http/route.js'
import { NameText } from '../http/texts.js'

export const ApiKey = Closed({
  id: Type.String(),
  name: Type.String(),
  prefix: Type.String({ description: 'First characters of the key, to recognise it by' }),
  scopes: Type.Array(OneOf(apiScopes)),
  created_at: Timestamp,
  expires_at: NullableOf({
    ...Timestamp,
    description: 'The key is refused from then on; null when it does not expire',
  }),
  last_used_at: NullableOf(Timestamp),
  revoked_at: NullableOf(Timestamp),
  query_limit_per_minute: NullableOf(Type.Integer({ description: 'Requests; null for the default' })),
  ingest_limit_per_minute: NullableOf(Type.Integer({ description: 'Requests; null for the default' })),
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
  summary: 'API keys of the organization, oldest first; never the keys themselves',
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
  description: 'The key is in this response only. Callers can grant only scopes that they have.',
  body: Closed({
    name: Type.String({ minLength: 1, maxLength: limits.text.nameLengthMax, pattern: '\\S' }),
    scopes: Type.Optional(Type.Array(OneOf(apiScopes), { minItems: 1, maxItems: apiScopes.length, uniqueItems: true })),
    format: Type.Optional(
      OneOf(['signalbox', 'sentry'], {
        description:
          'sentry: a token `sntrys_…`, which tells sentry-cli and bundler plugins the address and organization',
      }),
    ),
    query_limit_per_minute: LimitPerMinute,
    ingest_limit_per_minute: LimitPerMinute,
    expires_at: Type.Optional(
      NullableOf({ ...Timestamp, description: 'Must lie in the future; never expires when left out' }),
    ),
  }),
  conflict: 'The organization has as many API keys that work as it may',
  status: 201,
  response: Closed({ ...ApiKey.properties, key: Type.String({ description: 'The secret; shown once' }) }),
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
  summary: 'Rename an API key, or change how many requests a minute it may make; omitted fields keep their values',
  body: Closed({
    name: Type.Optional(NameText('What it is for')),
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
  summary: 'Revoke an API key; revoking it again changes nothing',
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
  summary: 'The organization that the caller belongs to',
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
