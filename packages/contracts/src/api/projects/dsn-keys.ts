import { Type, type Static } from 'typebox'
import { Quota } from '../../projects/quota.js'
import { Closed, NullableOf, Timestamp } from '../../schema.js'
import { ProjectParameters } from './project-settings.js'
import { defineRoute } from '../http/route.js'

const IngestLimit = NullableOf(
  Type.Integer({ minimum: 1, maximum: 10_000_000, description: 'Requests a minute; null for the default' }),
)
const Quotas = Type.Array(Quota, {
  maxItems: 50,
  description: 'Limits of this key; those of the project apply as well',
})

/** Of a DSN that applications are configured with already. */
export const TakenOverPublicKey = Type.String({
  pattern: '^[0-9a-f]{32}$',
  description: 'The public key in the DSN, 32 lower-case hex digits; a random one when left out',
})

/** A public key of a project's DSN. */
export const DsnKey = Closed({
  id: Type.String(),
  public_key: Type.String({ description: '32 hex digits' }),
  dsn: Type.String({ description: 'Configures the SDK: `<scheme>://<public_key>@<host>/<project number>`' }),
  is_active: Type.Boolean({ description: 'Telemetry that is sent with an inactive key is refused' }),
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
  summary: 'DSN keys of a project, oldest first',
  status: 200,
  response: Closed({ keys: Type.Array(DsnKey) }),
})

export const createDsnKey = defineRoute({
  ...common,
  id: 'createDsnKey',
  method: 'post',
  scope: 'projects:write',
  summary: 'Create another DSN key of a project',
  description:
    'It is active and has no limits of its own. With the public key of a DSN that applications are configured with' +
    ' already, they go on with it. 409 when the project has 100 keys.',
  query: Closed({ public_key: Type.Optional(TakenOverPublicKey) }),
  conflict: 'The project has as many keys as it may, or a project has the public key',
  status: 201,
  response: DsnKey,
})

export const changeDsnKey = defineRoute({
  ...common,
  id: 'changeDsnKey',
  method: 'patch',
  path: '/api/v1/telemetry/projects/{project_id}/keys/{key_id}/',
  scope: 'projects:write',
  summary: 'Turn a DSN key on or off, or change its limits; omitted fields keep their values',
  params: Closed({ ...ProjectParameters.properties, key_id: Type.String({ format: 'uuid' }) }),
  body: Closed({
    is_active: Type.Optional(DsnKey.properties.is_active),
    ingest_limit_per_minute: Type.Optional(IngestLimit),
    quotas: Type.Optional(Quotas),
  }),
  status: 200,
  response: DsnKey,
})
