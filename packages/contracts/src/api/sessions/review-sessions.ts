import { Type, type Static } from 'typebox'
import { limits } from '../../limits.js'
import { Closed, NullableOf } from '../../schema.js'
import { NameText } from '../http/texts.js'
import { defineRoute } from '../http/route.js'
import { SessionDetail } from './agent-sessions.js'

const reviewNote = Type.Optional(
  Type.String({ maxLength: limits.agentSession.reviewNoteLengthMax, description: 'What else is worth keeping' }),
)

export const SessionConfirmation = Closed({ note: reviewNote })

export const SessionCorrection = Closed({
  culprit: NullableOf(
    NameText('SHA of the commit, or id of the change, that was to blame; null when no change was to blame'),
  ),
  first_failing_service: Type.Optional(NameText('Service that failed first')),
  note: reviewNote,
})
export type SessionCorrection = Static<typeof SessionCorrection>

const common = {
  tag: 'Agent sessions',
  rateLimit: 'query',
  method: 'post',
  scope: 'sessions:write',
  params: Closed({ session_id: Type.String({ format: 'uuid' }) }),
  status: 200,
  response: SessionDetail,
} as const

export const confirmReport = defineRoute({
  ...common,
  id: 'confirmAgentSession',
  path: '/api/v1/agent/sessions/{session_id}/confirm/',
  aliases: ['/api/v1/agent-sessions/{session_id}/confirm/'],
  summary: 'Say that a report was right',
  description:
    'The session is kept as a case, on which later versions of the investigator can be tried. What was said before of the ' +
    'same session is replaced.',
  body: SessionConfirmation,
  conflict: 'The session has no report, or one that names nothing: correct it instead',
})

export const correctReport = defineRoute({
  ...common,
  id: 'correctAgentSession',
  path: '/api/v1/agent/sessions/{session_id}/correct/',
  aliases: ['/api/v1/agent-sessions/{session_id}/correct/'],
  summary: 'Say what was really to blame',
  description:
    'The session is kept as a case, on which later versions of the investigator can be tried. What was said before of the ' +
    'same session is replaced.',
  body: SessionCorrection,
  conflict: 'The session has no report',
})
