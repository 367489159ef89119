import { Type, type Static } from 'typebox'
import { limits } from '../../limits.js'
import { Closed, Timestamp } from '../../schema.js'
import { defineRoute } from '../http/route.js'
import { TakenOverPublicKey } from './dsn-keys.js'
import { ProjectParameters } from './project-settings.js'

export const TelemetryProject = Closed({
  id: Type.String(),
  number: Type.Integer({ description: 'The number in the DSN; never given to another project' }),
  name: Type.String(),
  dsn: Type.String({ description: 'Configures the SDK: `<scheme>://<public_key>@<host>/<project number>`' }),
  is_active: Type.Boolean({ description: 'Telemetry that is sent to an inactive project is refused with 403' }),
  created_at: Timestamp,
})
export type TelemetryProject = Static<typeof TelemetryProject>

const common = { tag: 'Telemetry projects', path: '/api/v1/telemetry/projects/', rateLimit: 'query' } as const

export const listTelemetryProjects = defineRoute({
  ...common,
  id: 'listTelemetryProjects',
  method: 'get',
  scope: 'projects:read',
  summary: 'Projects of the organization, oldest first',
  status: 200,
  response: Closed({ projects: Type.Array(TelemetryProject) }),
})

const Name = Type.String({
  minLength: 1,
  maxLength: limits.text.nameLengthMax,
  pattern: '\\S',
  description: 'Shown to people; also the service name of spans that do not say theirs',
})

export const createTelemetryProject = defineRoute({
  ...common,
  id: 'createTelemetryProject',
  method: 'post',
  scope: 'projects:write',
  summary: 'Create a project and its DSN',
  description:
    'With the number and public key of a DSN that applications are configured with already, they go on with it once its' +
    ' host leads here.',
  body: Closed({
    name: Name,
    number: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'The number in the DSN; the next free one when left out',
      }),
    ),
    public_key: Type.Optional(TakenOverPublicKey),
  }),
  conflict:
    'The number or the public key is taken, perhaps by a project that was deleted; or the organization has as many projects as it may',
  status: 201,
  response: TelemetryProject,
})

const ofProject = { ...common, path: '/api/v1/telemetry/projects/{project_id}/', params: ProjectParameters } as const

export const readTelemetryProject = defineRoute({
  ...ofProject,
  id: 'readTelemetryProject',
  method: 'get',
  scope: 'projects:read',
  summary: 'One project',
  status: 200,
  response: TelemetryProject,
})

export const changeTelemetryProject = defineRoute({
  ...ofProject,
  id: 'changeTelemetryProject',
  method: 'patch',
  scope: 'projects:write',
  summary: 'Rename a project, or turn it off and on; omitted fields keep their values',
  description:
    'Telemetry for an inactive project is refused with 403 and counted as dropped, reason `project_inactive`. What is' +
    ' stored stays. Short ids of issues begin with the name, and follow it.',
  body: Closed({
    name: Type.Optional(Name),
    is_active: Type.Optional(TelemetryProject.properties.is_active),
  }),
  status: 200,
  response: TelemetryProject,
})

export const deleteTelemetryProject = defineRoute({
  ...ofProject,
  id: 'deleteTelemetryProject',
  method: 'delete',
  scope: 'projects:write',
  summary: 'Delete a project with all of its data',
  description:
    'At once, its keys stop working, its channels and alert rules are gone, and nothing answers for it any more. Its' +
    ' telemetry, issues and artifacts are deleted in the background, also after a restart. Its counts in the ledger stay' +
    ' until they are too old, and its number is never given out again.',
  status: 202,
  response: { ...TelemetryProject, description: 'As it was' },
})
