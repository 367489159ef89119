import { Type, type Static } from 'typebox'
import { limits } from '../../limits.js'
import { Closed, NullableOf, OneOf, Open, Timestamp } from '../../schema.js'
import { sessionStatuses, verdicts } from '../../sessions/session-states.js'
import { EventStreamText } from '../http/event-stream.js'
import { pageFields, pageParameters } from '../http/parameters.js'
import { defineRoute } from '../http/route.js'
import { reviewOutcomes, SessionReport, SessionReview } from './session-report.js'
import { FreeObject, PromptText } from '../http/texts.js'

/** What started a session: a person, a deployment to watch, a workflow run, or a new kind of error. */
export const sessionOriginKinds = ['manual', 'deployment', 'workflow_run', 'error'] as const
export type SessionOriginKind = (typeof sessionOriginKinds)[number]

export const SessionRequest = Open({
  prompt: PromptText('The problem or task'),
  context: Type.Optional(
    FreeObject(
      'Error messages, logs, environment and anything else that may help; at most ' +
        `${limits.agentSession.contextBytesMax} bytes of JSON`,
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
  kind: OneOf(sessionOriginKinds, { description: 'What started the session; `manual` for a person' }),
  id: NullableOf(Type.String({ description: 'Deployment, run or issue; null if started by a person' })),
})

/** A session as shown in lists. */
export const SessionSummary = Closed({
  ...SessionCreated.properties,
  prompt: Type.String(),
  origin: SessionOrigin,
  ended_at: NullableOf({ ...Timestamp, description: 'Null while the session is active' }),
  verdict: NullableOf(OneOf(verdicts, { description: 'As in the report; null until the session is completed' })),
  review: Type.Optional({ ...SessionReview, description: 'Review of the report by people; absent if not reviewed' }),
})
export type SessionSummary = Static<typeof SessionSummary>

/** Stored result of a query, or of a computation on such results: the basis of claims. */
export const Evidence = Closed({
  evidence_id: Type.String({ description: 'Unique within the session: `e1`, `e2`, …' }),
  summary: Type.String({ description: 'What it shows, in one sentence' }),
  query: NullableOf(
    Closed({
      operation: Type.String({ description: 'API operation that was called' }),
      parameters: FreeObject('Parameters exactly as sent; times are absolute'),
    }),
  ),
  derived_from: Type.Array(Type.String(), {
    description: 'Evidence it was computed from; empty for query results',
  }),
  window: NullableOf(Closed({ start: Timestamp, end: Timestamp })),
  row_count: Type.Integer({ description: 'Number of rows in the full result' }),
  result_sha256: Type.String({ description: 'SHA-256 in hex of the full result as canonical JSON' }),
  data: Type.Unknown({ description: 'The first rows of the result' }),
  cut: Type.Optional(
    Type.Boolean({ description: 'True if the result was too large to store in full: its last rows are missing' }),
  ),
})
export type Evidence = Static<typeof Evidence>

/** One step of the agent. */
export const SessionStep = Closed({
  number: Type.Integer({ minimum: 1, description: 'Position within the session, 1-based' }),
  tool: NullableOf(Type.String({ description: 'Tool that was called; null for a reasoning step' })),
  input: FreeObject('Arguments passed to the tool'),
  text: Type.String({ description: "The agent's comment on the step" }),
  error: NullableOf(Type.String({ description: 'Why the tool failed; null if it did not' })),
  evidence: Type.Array(Evidence),
  started_at: Timestamp,
  duration_ms: Type.Integer({ description: 'Milliseconds' }),
})
export type SessionStep = Static<typeof SessionStep>

/** The cost of a session. Tokens are 0 if no model was used. */
export const SessionUsage = Closed({
  steps: Type.Integer(),
  queries: Type.Integer(),
  input_tokens: Type.Integer(),
  output_tokens: Type.Integer(),
  duration_ms: Type.Integer({ description: "Milliseconds from the session's creation to its end, or to now" }),
})
export type SessionUsage = Static<typeof SessionUsage>

export const SessionDetail = Closed({
  ...SessionSummary.properties,
  context: FreeObject('As given'),
  report: NullableOf(SessionReport),
  failure: Type.Optional(Type.String({ description: 'Why it failed; present only for failed sessions' })),
  steps: Type.Array(SessionStep, { description: 'In execution order' }),
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
  summary: "The organization's sessions, newest first",
  query: Closed({
    status: Type.Optional(OneOf(sessionStatuses, { description: 'Only sessions of this status' })),
    origin: Type.Optional(OneOf(sessionOriginKinds, { description: 'Only sessions started by this source' })),
    review: Type.Optional(OneOf([...reviewOutcomes, 'any'], { description: 'Only sessions with this review' })),
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
  conflict: 'The limit of unfinished sessions is reached',
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
  summary: 'Get a session with its steps and, once completed, its report',
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
  summary: 'Cancel an active session; it ends without a verdict',
  description: 'Returns 409 if the session has ended.',
  params,
  conflict: 'The session has already ended',
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
  summary: 'Get the full stored result of a piece of evidence',
  params: Closed({
    ...params.properties,
    evidence_id: Type.String({
      pattern: '^e[1-9]\\d{0,8}$',
      description: 'Evidence id within the session: `e1`, `e2`, …',
    }),
  }),
  status: 200,
  response: Closed({
    step_number: Type.Integer({ minimum: 1, description: 'Step that produced it' }),
    evidence: Evidence,
    result: Type.Unknown({ description: 'The data that claims are checked against' }),
  }),
})

export const watchAgentSession = defineRoute({
  ...common,
  id: 'watchAgentSession',
  method: 'get',
  path: '/api/v1/agent/sessions/{session_id}/events/',
  aliases: ['/api/v1/agent-sessions/{session_id}/events/'],
  scope: 'sessions:read',
  summary: "Stream a session's steps and its end",
  description:
    'Server-sent events: `step` events carry a step as in the session detail, in execution order. A final ' +
    '`status` event carries the session as listed, plus its `failure` if it failed; then the stream ends. ' +
    'The stream starts with the first step, or after the one in the `Last-Event-ID` header.',
  params,
  status: 200,
  response: EventStreamText,
})
