import { Type, type Static } from 'typebox'
import { limits } from '../../limits.js'
import { Closed, NullableOf, OneOf, Timestamp } from '../../schema.js'
import { LimitParameter, OffsetParameter, TextParameter } from '../http/parameters.js'
import { defineRoute } from '../http/route.js'

const ProjectParameter = Type.String({ minLength: 1, maxLength: 64, description: 'Id or DSN number' })
const UploadParameters = Closed({
  project_id: ProjectParameter,
  bundle_id: Type.String({ minLength: 1, maxLength: 64, description: 'As the list of uploads gives it' }),
})

export const SourceMapUpload = Closed({
  bundle_id: Type.String(),
  state: OneOf(['assembling', 'ok', 'error'], { description: '`ok` = its files are used' }),
  detail: NullableOf(Type.String({ description: 'Why it cannot be used; null unless the state is `error`' })),
  releases: Type.Array(Closed({ release: NullableOf(Type.String()), dist: NullableOf(Type.String()) }), {
    description: 'What it was uploaded for, the latest first',
  }),
  uploaded_at: { ...Timestamp, description: 'When it was uploaded last' },
  used_at: { ...Timestamp, description: 'When an event last needed it, to the day, or it was uploaded' },
  files: Type.Integer(),
  source_maps: Type.Integer({ description: 'Files that are maps' }),
  bytes: Type.Integer({ description: 'Bytes of all files' }),
})
export type SourceMapUpload = Static<typeof SourceMapUpload>

export const listSourceMaps = defineRoute({
  id: 'listSourceMaps',
  tag: 'Source maps',
  method: 'get',
  path: '/api/v1/telemetry/projects/{project_id}/source-maps/',
  scope: 'projects:read',
  rateLimit: 'query',
  summary: 'Uploads of a project, the latest first',
  params: Closed({ project_id: ProjectParameter }),
  query: Closed({
    search: TextParameter('A debug id, or a part of a release, a dist or the URL of a file'),
    limit: LimitParameter(limits.artifacts.listDefault, limits.artifacts.listMax),
    offset: OffsetParameter,
  }),
  status: 200,
  response: Closed({
    uploads: Type.Array(SourceMapUpload),
    total: Type.Integer({ description: 'Uploads that match' }),
  }),
})

export const readSourceMapUpload = defineRoute({
  id: 'readSourceMapUpload',
  tag: 'Source maps',
  method: 'get',
  path: '/api/v1/telemetry/projects/{project_id}/source-maps/{bundle_id}/',
  scope: 'projects:read',
  rateLimit: 'query',
  summary: 'One upload with its files',
  params: UploadParameters,
  status: 200,
  response: Closed({
    ...SourceMapUpload.properties,
    listed_files: Type.Array(
      Closed({
        url: Type.String(),
        type: Type.String(),
        debug_id: NullableOf(Type.String()),
        bytes: Type.Integer({ description: 'Bytes' }),
      }),
      { description: `By URL, at most ${limits.artifacts.filesListedMax}` },
    ),
  }),
})

export const deleteSourceMapUpload = defineRoute({
  id: 'deleteSourceMapUpload',
  tag: 'Source maps',
  method: 'delete',
  path: '/api/v1/telemetry/projects/{project_id}/source-maps/{bundle_id}/',
  scope: 'changes:write',
  rateLimit: 'query',
  summary: 'Delete an upload of a project',
  description: 'Other projects that it was uploaded for keep it. Events that were resolved stay so.',
  params: UploadParameters,
  status: 200,
  response: SourceMapUpload,
})
