import { Type, type Static } from 'typebox'
import { Closed, Timestamp } from '../../schema.js'
import { defineRoute } from '../http/route.js'
import { NameText } from '../http/texts.js'
import { TakenOverPublicKey } from './dsn-keys.js'
import { ProjectParameters } from './project-settings.js'

export const TelemetryProject = Closed({
  id: Type.String(),
  number: Type.Integer({ description: 'Number in the DSN; never reused' }),
  name: Type.String(),
  dsn: Type.String({ description: 'Configures the SDK: `<scheme>://<public_key>@<host>/<project number>`' }),
  is_active: Type.Boolean({ description: 'Telemetry sent to an inactive project is rejected with 403' }),
  created_at: Timestamp,
})
export type TelemetryProject = Static<typeof TelemetryProject>

const common = { tag: 'Telemetry projects', path: '/api/v1/telemetry/projects/', rateLimit: 'query' } as const

export const listTelemetryProjects = defineRoute({
  ...common,
  id: 'listTelemetryProjects',
  method: 'get',
  scope: 'projects:read',
  summary: "The organization's projects, oldest first",
  status: 200,
  response: Closed({ projects: Type.Array(TelemetryProject) }),
})

const Name = NameText('Display name; also the service name of spans without one')

export const createTelemetryProject = defineRoute({
  ...common,
  id: 'createTelemetryProject',
  method: 'post',
  scope: 'projects:write',
  summary: 'Create a project and its first DSN key',
  description:
    'To keep already configured applications working, pass the number and public key of their DSN and point ' +
    'its host name to this installation.',
  body: Closed({
    name: Name,
    number: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'Number in the DSN; the next free one if omitted',
      }),
    ),
    public_key: Type.Optional(TakenOverPublicKey),
  }),
  conflict:
    'The number or public key is already in use, possibly by a deleted project, or the organization has ' +
    'reached its limit of projects',
  status: 201,
  response: TelemetryProject,
})

const ofProject = { ...common, path: '/api/v1/telemetry/projects/{project_id}/', params: ProjectParameters } as const

export const readTelemetryProject = defineRoute({
  ...ofProject,
  id: 'readTelemetryProject',
  method: 'get',
  scope: 'projects:read',
  summary: 'Get a project',
  status: 200,
  response: TelemetryProject,
})

export const changeTelemetryProject = defineRoute({
  ...ofProject,
  id: 'changeTelemetryProject',
  method: 'patch',
  scope: 'projects:write',
  summary: 'Rename, activate or deactivate a project; omitted fields keep their values',
  description:
    'Telemetry sent to an inactive project is rejected with 403 and counted as dropped, reason ' +
    "`project_inactive`. Stored telemetry is kept. Short issue ids start with the project's name, so " +
    'renaming it changes them.',
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
  summary: 'Delete a project and all of its data',
  description:
    'Its keys, channels and alert rules stop working immediately, and it no longer appears in any response. ' +
    'Telemetry, issues and artifacts are deleted in the background, across restarts. Its ledger counts ' +
    'remain until they expire. Its number is never reused.',
  status: 202,
  response: { ...TelemetryProject, description: 'Returns the deleted project' },
})
