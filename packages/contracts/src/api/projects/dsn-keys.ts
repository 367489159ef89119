import { Type, type Static } from 'typebox'
import { Quota } from '../../projects/quota.js'
import { Closed, NullableOf, Timestamp } from '../../schema.js'
import { ProjectParameters } from './project-settings.js'
import { defineRoute } from '../http/route.js'

const IngestLimit = NullableOf(
  Type.Integer({ minimum: 1, maximum: 10_000_000, description: 'Requests per minute; null for the default' }),
)
const Quotas = Type.Array(Quota, {
  maxItems: 50,
  description: "Limits of this key; the project's limits also apply",
})

/** The public key of a DSN that applications are already configured with. */
export const TakenOverPublicKey = Type.String({
  pattern: '^[0-9a-f]{32}$',
  description: 'Public key in the DSN, 32 lower-case hex digits; random if omitted',
})

/** A public key of a project's DSN. */
export const DsnKey = Closed({
  id: Type.String(),
  public_key: Type.String({ description: '32 hex digits' }),
  dsn: Type.String({ description: 'Configures the SDK: `<scheme>://<public_key>@<host>/<project number>`' }),
  is_active: Type.Boolean({ description: 'Telemetry sent with an inactive key is rejected' }),
  ingest_limit_per_minute: IngestLimit,
  quotas: Quotas,
  created_at: Timestamp,
})
export type DsnKey = Static<typeof DsnKey>

const common = {
  tag: 'Telemetry projects',
  path: '/api/v1/telemetry/projects/{project_id}/keys/',
  rateLimit: 'query',
  params: ProjectParameters,
} as const

export const listDsnKeys = defineRoute({
  ...common,
  id: 'listDsnKeys',
  method: 'get',
  scope: 'projects:read',
  summary: "A project's DSN keys, oldest first",
  status: 200,
  response: Closed({ keys: Type.Array(DsnKey) }),
})

export const createDsnKey = defineRoute({
  ...common,
  id: 'createDsnKey',
  method: 'post',
  scope: 'projects:write',
  summary: 'Create a DSN key for a project',
  description:
    'The key is active and has no limits of its own. To keep already configured applications working, pass ' +
    'the public key of their DSN. Returns 409 if the project has 100 keys.',
  query: Closed({ public_key: Type.Optional(TakenOverPublicKey) }),
  conflict: 'The project has reached its limit of keys, or the public key is already in use',
  status: 201,
  response: DsnKey,
})

export const changeDsnKey = defineRoute({
  ...common,
  id: 'changeDsnKey',
  method: 'patch',
  path: '/api/v1/telemetry/projects/{project_id}/keys/{key_id}/',
  scope: 'projects:write',
  summary: 'Activate or deactivate a DSN key, or change its limits; omitted fields keep their values',
  params: Closed({ ...ProjectParameters.properties, key_id: Type.String({ format: 'uuid' }) }),
  body: Closed({
    is_active: Type.Optional(DsnKey.properties.is_active),
    ingest_limit_per_minute: Type.Optional(IngestLimit),
    quotas: Type.Optional(Quotas),
  }),
  status: 200,
  response: DsnKey,
})
