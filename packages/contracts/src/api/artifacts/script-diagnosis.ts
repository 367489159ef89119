import { Type, type Static } from 'typebox'
import { limits } from '../../limits.js'
import { Closed, NullableOf, OneOf, Timestamp } from '../../schema.js'
import { defineRoute } from '../http/route.js'
import { HexId } from '../queries/query-parameters.js'

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

/** Findings about a frame: about its script, or about the frame itself. */
export const frameFindings = [
  ...scriptFindings,
  'resolved',
  'uploaded_after_event',
  'invalid_location',
  'sources_content_missing',
  'no_script',
] as const
export type FrameFinding = (typeof frameFindings)[number]

export const ScriptDiagnosis = Closed({
  path: Type.String(),
  finding: OneOf(scriptFindings),
  explanation: Type.String({ description: 'What was found, in one sentence' }),
  advice: NullableOf(Type.String({ description: 'What to do; null if no action is needed' })),
})
export type ScriptDiagnosis = Static<typeof ScriptDiagnosis>

export const diagnoseScript = defineRoute({
  id: 'diagnoseScript',
  tag: 'Source maps',
  method: 'get',
  path: '/api/v1/telemetry/projects/{project_id}/source-maps/diagnosis/',
  scope: 'projects:read',
  rateLimit: 'query',
  summary: "Explain why a script's frames are or are not resolved, and what to do",
  params: Closed({ project_id: Type.String({ minLength: 1, maxLength: 64, description: 'Project id or DSN number' }) }),
  query: Closed({
    path: Type.String({
      minLength: 1,
      maxLength: limits.artifacts.urlLengthMax,
      description: 'File or URL, as it appears in frames',
    }),
    debug_id: Type.Optional(Type.String({ maxLength: 64, description: 'From `debug_meta` of the event' })),
    release: Type.Optional(Type.String({ maxLength: limits.event.releaseLengthMax })),
    dist: Type.Optional(Type.String({ maxLength: limits.event.distLengthMax })),
  }),
  status: 200,
  response: ScriptDiagnosis,
})

export const FrameDiagnosis = Closed({
  stack: Type.String({
    description: 'Position of the stack in the event: `exception/0`, `threads/1` or `stacktrace`',
  }),
  frame: Type.Integer({ minimum: 0, description: 'Index in the stack, as in the event' }),
  function: NullableOf(Type.String({ description: 'As sent by the SDK' })),
  path: NullableOf(Type.String({ description: 'As sent by the SDK' })),
  line: NullableOf(Type.Integer({ description: 'As sent by the SDK, 1-based' })),
  column: NullableOf(Type.Integer({ description: 'As sent by the SDK, 1-based' })),
  debug_id: NullableOf(Type.String()),
  is_resolved: Type.Boolean({ description: 'Whether the stored event shows the original position' }),
  uploaded_at: NullableOf({ ...Timestamp, description: 'When the file was last uploaded for the project' }),
  finding: OneOf(frameFindings),
  explanation: Type.String({ description: 'What was found, in one sentence' }),
  advice: NullableOf(Type.String({ description: 'What to do; null if no action is needed' })),
  command: NullableOf(Type.String({ description: 'Command that fixes it; `dist` stands for the build output folder' })),
})
export type FrameDiagnosis = Static<typeof FrameDiagnosis>

export const diagnoseEvent = defineRoute({
  id: 'diagnoseEvent',
  tag: 'Source maps',
  method: 'get',
  path: '/api/v1/telemetry/projects/{project_id}/source-maps/events/{event_id}/',
  scope: 'telemetry:read',
  rateLimit: 'query',
  summary: 'Explain why each frame of an event is or is not resolved, and what to do',
  params: Closed({
    project_id: Type.String({ minLength: 1, maxLength: 64, description: 'Project id or DSN number' }),
    event_id: HexId('Event'),
  }),
  status: 200,
  response: Closed({
    event_id: Type.String(),
    release: NullableOf(Type.String()),
    dist: NullableOf(Type.String()),
    received_at: Timestamp,
    frames: Type.Array(FrameDiagnosis, { description: 'In the order of the event: the crash is last in its stack' }),
  }),
})
export type EventDiagnosis = Static<typeof diagnoseEvent.response>
