import { Type, type Static } from 'typebox'
import { limits } from '../../limits.js'
import { Closed, Timestamp } from '../../schema.js'
import { defineRoute } from '../http/route.js'

export const TelemetryProject = Closed({
  id: Type.String(),
  name: Type.String(),
  dsn: Type.String({ description: 'Configures the SDK: `<scheme>://<public_key>@<host>/<project number>`' }),
  is_active: Type.Boolean(),
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

export const createTelemetryProject = defineRoute({
  ...common,
  id: 'createTelemetryProject',
  method: 'post',
  scope: 'projects:write',
  summary: 'Create a project and its DSN',
  body: Closed({
    name: Type.String({
      minLength: 1,
      maxLength: limits.text.nameLengthMax,
      pattern: '\\S',
      description: 'Shown to people; also the service name of spans that do not say theirs',
    }),
  }),
  conflict: 'The organization has as many projects as it may',
  status: 201,
  response: TelemetryProject,
})
