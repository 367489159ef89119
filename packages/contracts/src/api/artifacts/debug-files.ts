import { Type, type Static } from 'typebox'
import { limits } from '../../limits.js'
import { Closed, MapOf, NullableOf, OneOf, Open, Timestamp } from '../../schema.js'
import { defineRoute } from '../http/route.js'
import { SentryProjectParameters } from '../sentry-api/parameters.js'

/** Debug files and mappings of ProGuard or R8: stored and counted, but not applied to events. */
const upload = {
  tag: 'Source maps',
  scope: 'changes:write',
  params: SentryProjectParameters,
  query: Open({}),
  rateLimit: 'query',
} as const

const Sha1 = Type.String({ pattern: '^[0-9a-f]{40}$', description: 'SHA-1 as lower-case hex digits' })
const DebugId = Type.Optional(NullableOf(Type.String({ maxLength: 64 })))

/** A debug file in the format that Sentry's clients read. */
export const SentryDebugFile = Closed({
  uuid: NullableOf(Type.String()),
  debugId: NullableOf(Type.String()),
  objectName: Type.String(),
  cpuName: Type.String({ description: 'Always `any`: the files are not parsed' }),
  symbolType: Type.String(),
  sha1: Type.String(),
  size: Type.Integer({ description: 'Bytes' }),
  data: Closed({ type: Type.String({ description: 'Always `none`' }), features: Type.Array(Type.String()) }),
})
export type SentryDebugFile = Static<typeof SentryDebugFile>

const Assembly = Closed({
  state: OneOf(['not_found', 'ok', 'error']),
  missingChunks: Type.Array(Type.String()),
  detail: NullableOf(
    Type.String({ description: 'Why the file cannot be stored, or that it is stored but not applied' }),
  ),
  dif: Type.Optional(SentryDebugFile),
})
export type DebugFileAssembly = Static<typeof Assembly>

export const assembleDebugFiles = defineRoute({
  ...upload,
  id: 'assembleDebugFiles',
  method: 'post',
  path: '/api/0/projects/{organization}/{project}/files/difs/assemble/',
  summary: 'Assemble debug files and mappings, identified by SHA-1',
  body: MapOf(
    Open({
      name: Type.String({ maxLength: limits.artifacts.urlLengthMax }),
      debug_id: DebugId,
      chunks: Type.Array(Sha1, {
        maxItems: Math.ceil(limits.artifacts.fileBytesMax / limits.artifacts.chunkBytesMax) * 2,
      }),
    }),
    { maxProperties: limits.artifacts.debugFilesPerRequestMax, propertyNames: Sha1 },
  ),
  status: 200,
  conflict: "The organization's storage for artifacts is full",
  response: MapOf(Assembly),
})
export type AssembleDebugFilesBody = Static<NonNullable<typeof assembleDebugFiles.body>>

export const uploadDebugFiles = defineRoute({
  ...upload,
  id: 'uploadDebugFiles',
  method: 'post',
  path: '/api/0/projects/{organization}/{project}/files/dsyms/',
  summary: 'Upload mappings as a ZIP archive, as older clients do',
  takesForm: true,
  status: 201,
  conflict: "The organization's storage for artifacts is full",
  response: Type.Array(SentryDebugFile),
})

export const listArtifacts = defineRoute({
  id: 'listArtifacts',
  tag: 'Source maps',
  method: 'get',
  path: '/api/v1/telemetry/projects/{project_id}/artifacts/',
  scope: 'projects:read',
  rateLimit: 'query',
  summary: 'Uploads of a project, counted by type, and whether they are applied to events',
  params: Closed({ project_id: Type.String({ minLength: 1, maxLength: 64, description: 'Project id or DSN number' }) }),
  status: 200,
  response: Closed({
    artifacts: Type.Array(
      Closed({
        type: Type.String({ description: '`minified_source`, `source_map`, `source`, `proguard`, `debug_file`, …' }),
        files: Type.Integer(),
        bytes: Type.Integer({ description: 'Total size of all files in bytes' }),
        last_uploaded_at: Timestamp,
        is_applied: Type.Boolean({ description: 'Whether event frames are resolved with it' }),
      }),
    ),
  }),
})
