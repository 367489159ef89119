import { Type, type Static, type TProperties, type TSchema } from 'typebox'
import {
  FilterSettings,
  GroupingSettings,
  OpenTelemetrySettings,
  ProjectSettings,
  ScrubbingSettings,
  SpikeSettings,
} from '../../projects/project-settings.js'
import { Closed, NullableOf, Timestamp } from '../../schema.js'
import { defineRoute } from '../http/route.js'

/** A project in a path. */
export const ProjectParameters = Closed({
  project_id: Type.String({ minLength: 1, maxLength: 64, description: 'Project id or DSN number' }),
})

/** A version of a project's settings as shown. */
export const VersionedProjectSettings = Closed({
  ...ProjectSettings.properties,
  version: Type.Integer({ description: 'Number of changes so far; 0 while the defaults apply' }),
  updated_at: NullableOf({ ...Timestamp, description: 'When this version was created; null for version 0' }),
})
export type VersionedProjectSettings = Static<typeof VersionedProjectSettings>

type Fields<P extends TProperties> = { [Name in keyof P]?: Static<P[Name]> }

/**
 * A subset of an object's fields, without defaults: these would make clients send fields that nobody wants to change.
 */
function SomeOf<P extends TProperties>(properties: P) {
  return Type.Unsafe<Fields<P>>({
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, schema]) => [name, withoutDefault(schema)] as const),
    ),
  })
}

function withoutDefault(schema: TSchema): TSchema {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => keyword !== 'default'))
}

const GroupingVersion = NullableOf(GroupingSettings.properties.version)

/**
 * The settings that a change may include: groups with some of their fields. Lists and strings are replaced as a whole.
 */
export const ProjectSettingsChange = SomeOf({
  ...ProjectSettings.properties,
  scrubbing: SomeOf(ScrubbingSettings.properties),
  filters: SomeOf(FilterSettings.properties),
  grouping: SomeOf({
    ...GroupingSettings.properties,
    version: { ...GroupingVersion, description: 'Grouping version; null for the latest' },
  }),
  spikes: SomeOf(SpikeSettings.properties),
  opentelemetry: SomeOf(OpenTelemetrySettings.properties),
  expected_version: Type.Integer({
    minimum: 0,
    description: 'Version the change is based on; returns 409 if it is no longer the latest',
  }),
})
export type ProjectSettingsChange = Static<typeof ProjectSettingsChange>

const common = {
  tag: 'Telemetry projects',
  path: '/api/v1/telemetry/projects/{project_id}/settings/',
  rateLimit: 'query',
  params: ProjectParameters,
} as const

export const readProjectSettings = defineRoute({
  ...common,
  id: 'readProjectSettings',
  method: 'get',
  scope: 'projects:read',
  summary: 'Ingestion settings of a project',
  status: 200,
  response: VersionedProjectSettings,
})

export const changeProjectSettings = defineRoute({
  ...common,
  id: 'changeProjectSettings',
  method: 'patch',
  scope: 'projects:write',
  summary: 'Update the ingestion settings of a project',
  description:
    'Omitted fields keep their values. Each change creates a new version that applies to telemetry received ' +
    'from then on; a change without effect creates none.',
  body: ProjectSettingsChange,
  conflict: 'The settings have changed since `expected_version`',
  status: 200,
  response: VersionedProjectSettings,
})
