import { Type, type Static } from 'typebox'
import { limits } from '../../limits.js'
import { Closed, NullableOf, OneOf } from '../../schema.js'
import { defineRoute } from '../http/route.js'

/** Why frames of a script are shown as they were sent. */
export const scriptFindings = [
  'resolvable',
  'no_release_or_debug_id',
  'debug_id_not_uploaded',
  'wrong_release',
  'wrong_dist',
  'wrong_path',
  'not_uploaded',
  'map_missing',
  'map_malformed',
  'no_map_needed',
] as const
export type ScriptFinding = (typeof scriptFindings)[number]

export const ScriptDiagnosis = Closed({
  path: Type.String(),
  finding: OneOf(scriptFindings),
  explanation: Type.String({ description: 'What was found, in a sentence' }),
  advice: NullableOf(Type.String({ description: 'What to do; null when there is nothing to do' })),
})
export type ScriptDiagnosis = Static<typeof ScriptDiagnosis>

export const diagnoseScript = defineRoute({
  id: 'diagnoseScript',
  tag: 'Source maps',
  method: 'get',
  path: '/api/v1/telemetry/projects/{project_id}/source-maps/diagnosis/',
  scope: 'projects:read',
  rateLimit: 'query',
  summary: 'Why frames of a script are resolved or not, and what to do',
  params: Closed({ project_id: Type.String({ minLength: 1, maxLength: 64, description: 'Id or DSN number' }) }),
  query: Closed({
    path: Type.String({
      minLength: 1,
      maxLength: limits.artifacts.urlLengthMax,
      description: 'File or URL, as frames name it',
    }),
    debug_id: Type.Optional(Type.String({ maxLength: 64, description: 'As `debug_meta` of the event gives it' })),
    release: Type.Optional(Type.String({ maxLength: limits.event.releaseLengthMax })),
    dist: Type.Optional(Type.String({ maxLength: limits.event.distLengthMax })),
  }),
  status: 200,
  response: ScriptDiagnosis,
})
