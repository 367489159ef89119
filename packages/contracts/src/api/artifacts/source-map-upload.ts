import { Type } from 'typebox'
import { Closed, NullableOf } from '../../schema.js'
import { defineRoute } from '../http/route.js'

export const uploadSourceMaps = defineRoute({
  id: 'uploadSourceMaps',
  tag: 'Source maps',
  method: 'post',
  path: '/api/v1/telemetry/projects/{project_id}/source-maps/',
  scope: 'changes:write',
  rateLimit: 'query',
  summary: 'Upload minified files and their source maps',
  description:
    "Files as form parts, or ZIP archives of them. A file's name is its path below `url_prefix` (default " +
    '`~/`, which matches any host). `release` and `dist` are required for files without debug ids.',
  params: Closed({ project_id: Type.String({ minLength: 1, maxLength: 64, description: 'Project id or DSN number' }) }),
  takesForm: true,
  status: 201,
  conflict: "The organization's storage for artifacts is full",
  response: Closed({
    bundle_id: Type.String(),
    release: NullableOf(Type.String()),
    dist: NullableOf(Type.String()),
    files: Type.Array(
      Closed({
        url: Type.String(),
        type: Type.String(),
        debug_id: NullableOf(Type.String()),
        bytes: Type.Integer({ description: 'Bytes' }),
      }),
    ),
  }),
})
