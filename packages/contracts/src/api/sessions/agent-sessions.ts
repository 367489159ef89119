import { Type, type Static } from 'typebox'
import { limits } from '../../limits.js'
import { Closed, NullableOf, OneOf, Open, Timestamp } from '../../schema.js'
import { EventStreamText } from '../http/event-stream.js'
import { pageFields, pageParameters } from '../http/parameters.js'
import { defineRoute } from '../http/route.js'
import { reviewOutcomes, SessionReport, SessionReview, verdicts } from './session-report.js'
import { FreeObject, PromptText } from '../http/texts.js'

/** active → completed, failed or cancelled. */
export const sessionStatuses = ['active', 'completed', 'failed', 'cancelled'] as const
export type SessionStatus = (typeof sessionStatuses)[number]

/** What asked for a session: a person, a deployment to watch, a run of a workflow, or a new kind of error. */
export const sessionOriginKinds = ['manual', 'deployment', 'workflow_run', 'error'] as const
export type SessionOriginKind = (typeof sessionOriginKinds)[number]

export const SessionRequest = Open({
  prompt: PromptText('The problem or task'),
  context: Type.Optional(
    FreeObject(
      `Error messages, logs, environment and whatever else may help; at most ${limits.agentSession.contextBytesMax} bytes of JSON`,
    ),
  ),
})
export type SessionRequest = Static<typeof SessionRequest>

export const SessionCreated = Closed({
  session_id: Type.String(),
  status: OneOf(sessionStatuses),
  created_at: Timestamp,
  url: Type.String({ description: 'Relative path of the session in the web interface: `/agents/<session_id>`' }),
})
export type SessionCreated = Static<typeof SessionCreated>

const SessionOrigin = Closed({
  kind: OneOf(sessionOriginKinds, { description: 'What asked for the session; `manual` for a person' }),
  id: NullableOf(Type.String({ description: 'Deployment, run or issue; null when a person asked' })),
})

/** A session as it is listed. */
export const SessionSummary = Closed({
  ...SessionCreated.properties,
  prompt: Type.String(),
  origin: SessionOrigin,
  ended_at: NullableOf({ ...Timestamp, description: 'Null while it is active' }),
  verdict: NullableOf(OneOf(verdicts, { description: 'As in the report; null until the session is completed' })),
  review: Type.Optional({ ...SessionReview, description: 'What people found of the report; only where they said' }),
})
export type SessionSummary = Static<typeof SessionSummary>

/** Stored result of one query, or of a computation over such results: what claims are backed by. */
export const Evidence = Closed({
  evidence_id: Type.String({ description: 'Unique within the session: `e1`, `e2`, …' }),
  summary: Type.String({ description: 'What it shows, in a sentence' }),
  query: NullableOf(
    Closed({
      operation: Type.String({ description: 'API operation that was called' }),
      parameters: FreeObject('Parameters exactly as asked; times are absolute'),
    }),
  ),
  derived_from: Type.Array(Type.String(), {
    description: 'Evidence it was computed from; empty for the answer of a query',
  }),
  window: NullableOf(Closed({ start: Timestamp, end: Timestamp })),
  row_count: Type.Integer({ description: 'Rows of the whole result' }),
  result_sha256: Type.String({ description: 'SHA-256 in hex of the whole result as canonical JSON' }),
  data: Type.Unknown({ description: 'The first rows of the result' }),
  cut: Type.Optional(
    Type.Boolean({ description: 'True when the result was too large to keep whole: its last rows are missing' }),
  ),
})
export type Evidence = Static<typeof Evidence>

/** One thing that the agent did. */
export const SessionStep = Closed({
  number: Type.Integer({ minimum: 1, description: 'Order within the session, from 1' }),
  tool: NullableOf(Type.String({ description: 'Tool that was called; null for a step of reasoning alone' })),
  input: FreeObject('Arguments of the tool'),
  text: Type.String({ description: 'What the agent says about it' }),
  error: NullableOf(Type.String({ description: 'Why the tool failed; null when it did not' })),
  evidence: Type.Array(Evidence),
  started_at: Timestamp,
  duration_ms: Type.Integer({ description: 'Milliseconds' }),
})
export type SessionStep = Static<typeof SessionStep>

/** What a session cost. Tokens are 0 where no model was asked. */
export const SessionUsage = Closed({
  steps: Type.Integer(),
  queries: Type.Integer(),
  input_tokens: Type.Integer(),
  output_tokens: Type.Integer(),
  duration_ms: Type.Integer({ description: 'Milliseconds since the session was created, until now or its end' }),
})
export type SessionUsage = Static<typeof SessionUsage>

export const SessionDetail = Closed({
  ...SessionSummary.properties,
  context: FreeObject('As given'),
  report: NullableOf(SessionReport),
  failure: Type.Optional(Type.String({ description: 'Why it failed; only where it did' })),
  steps: Type.Array(SessionStep, { description: 'In the order they were done' }),
  usage: SessionUsage,
})
export type SessionDetail = Static<typeof SessionDetail>

const common = { tag: 'Agent sessions', rateLimit: 'query' } as const
const params = Closed({ session_id: Type.String({ format: 'uuid' }) })

export const listAgentSessions = defineRoute({
  ...common,
  id: 'listAgentSessions',
  method: 'get',
  path: '/api/v1/agent/sessions/',
  aliases: ['/api/v1/agent-sessions/'],
  scope: 'sessions:read',
  summary: 'Sessions of the organization, the newest first',
  query: Closed({
    status: Type.Optional(OneOf(sessionStatuses, { description: 'Only sessions of this status' })),
    origin: Type.Optional(OneOf(sessionOriginKinds, { description: 'Only sessions that were asked for by this' })),
    review: Type.Optional(OneOf([...reviewOutcomes, 'any'], { description: 'Only sessions that people reviewed so' })),
    ...pageParameters,
  }),
  status: 200,
  response: Closed({ sessions: Type.Array(SessionSummary), ...pageFields }),
})

export const createAgentSession = defineRoute({
  ...common,
  id: 'createAgentSession',
  method: 'post',
  path: '/api/v1/agent/sessions/',
  aliases: ['/api/v1/agent-sessions/'],
  scope: 'sessions:write',
  summary: 'Start an investigation',
  body: SessionRequest,
  conflict: 'As many sessions as may have not ended',
  status: 201,
  response: SessionCreated,
})

export const readAgentSession = defineRoute({
  ...common,
  id: 'readAgentSession',
  method: 'get',
  path: '/api/v1/agent/sessions/{session_id}/',
  aliases: ['/api/v1/agent-sessions/{session_id}/'],
  scope: 'sessions:read',
  summary: 'A session with its steps and, once completed, its report',
  params,
  status: 200,
  response: SessionDetail,
})

export const cancelAgentSession = defineRoute({
  ...common,
  id: 'cancelAgentSession',
  method: 'post',
  path: '/api/v1/agent/sessions/{session_id}/cancel/',
  aliases: ['/api/v1/agent-sessions/{session_id}/cancel/'],
  scope: 'sessions:write',
  summary: 'End an active session without a verdict',
  description: 'A session that has ended is answered 409.',
  params,
  conflict: 'The session has ended already',
  status: 200,
  response: SessionDetail,
})

export const readSessionEvidence = defineRoute({
  ...common,
  id: 'readSessionEvidence',
  method: 'get',
  path: '/api/v1/agent/sessions/{session_id}/evidence/{evidence_id}/',
  aliases: ['/api/v1/agent-sessions/{session_id}/evidence/{evidence_id}/'],
  scope: 'sessions:read',
  summary: 'The whole stored result of one piece of evidence',
  params: Closed({
    ...params.properties,
    evidence_id: Type.String({ pattern: '^e[1-9]\\d{0,8}$', description: 'Evidence of the session: `e1`, `e2`, …' }),
  }),
  status: 200,
  response: Closed({
    step_number: Type.Integer({ minimum: 1, description: 'Step that it is evidence of' }),
    evidence: Evidence,
    result: Type.Unknown({ description: 'What claims are checked on' }),
  }),
})

export const watchAgentSession = defineRoute({
  ...common,
  id: 'watchAgentSession',
  method: 'get',
  path: '/api/v1/agent/sessions/{session_id}/events/',
  aliases: ['/api/v1/agent-sessions/{session_id}/events/'],
  scope: 'sessions:read',
  summary: 'Steps of a session as they are done, and its end',
  description:
    'Server-sent events: `step` with a step as in the detail, in the order in which steps are done, then one `status` ' +
    'with the session as it is listed, and its `failure` where it failed; the stream ends with it. It begins with the ' +
    'first step, or behind the one that the header `Last-Event-ID` names.',
  params,
  status: 200,
  response: EventStreamText,
})
