import { Type, type Static } from 'typebox'
import { limits } from '../../limits.js'
import { Closed, NullableOf, OneOf, Timestamp } from '../../schema.js'
import { LimitParameter, OffsetParameter, TextParameter } from '../http/parameters.js'
import { defineRoute } from '../http/route.js'

const ProjectParameter = Type.String({ minLength: 1, maxLength: 64, description: 'Project id or DSN number' })
const UploadParameters = Closed({
  project_id: ProjectParameter,
  bundle_id: Type.String({ minLength: 1, maxLength: 64, description: 'As returned by the upload list' }),
})

export const SourceMapUpload = Closed({
  bundle_id: Type.String(),
  state: OneOf(['assembling', 'ok', 'error'], { description: "`ok`: the upload's files are in use" }),
  detail: NullableOf(Type.String({ description: 'Why the upload cannot be used; null unless the state is `error`' })),
  releases: Type.Array(Closed({ release: NullableOf(Type.String()), dist: NullableOf(Type.String()) }), {
    description: 'Releases and dists it was uploaded for, latest first',
  }),
  uploaded_at: { ...Timestamp, description: 'Time of the last upload' },
  used_at: { ...Timestamp, description: 'Day on which an event last needed it, or the upload day' },
  files: Type.Integer(),
  source_maps: Type.Integer({ description: 'Number of source map files' }),
  bytes: Type.Integer({ description: 'Total size of all files in bytes' }),
})
export type SourceMapUpload = Static<typeof SourceMapUpload>

export const listSourceMaps = defineRoute({
  id: 'listSourceMaps',
  tag: 'Source maps',
  method: 'get',
  path: '/api/v1/telemetry/projects/{project_id}/source-maps/',
  scope: 'projects:read',
  rateLimit: 'query',
  summary: "A project's uploads, latest first",
  params: Closed({ project_id: ProjectParameter }),
  query: Closed({
    search: TextParameter('A debug id, or part of a release, a dist or a file URL'),
    limit: LimitParameter(limits.artifacts.listDefault, limits.artifacts.listMax),
    offset: OffsetParameter,
  }),
  status: 200,
  response: Closed({
    uploads: Type.Array(SourceMapUpload),
    total: Type.Integer({ description: 'Number of matching uploads' }),
  }),
})

export const readSourceMapUpload = defineRoute({
  id: 'readSourceMapUpload',
  tag: 'Source maps',
  method: 'get',
  path: '/api/v1/telemetry/projects/{project_id}/source-maps/{bundle_id}/',
  scope: 'projects:read',
  rateLimit: 'query',
  summary: 'Get an upload and its files',
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
      { description: `Ordered by URL, at most ${limits.artifacts.filesListedMax}` },
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
  description: 'Other projects that share the upload keep it. Events that are already resolved stay resolved.',
  params: UploadParameters,
  status: 200,
  response: SourceMapUpload,
})
