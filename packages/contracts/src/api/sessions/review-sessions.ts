import { Type, type Static } from 'typebox'
import { limits } from '../../limits.js'
import { Closed, NullableOf } from '../../schema.js'
import { NameText, WrittenText } from '../http/texts.js'
import { defineRoute } from '../http/route.js'
import { SessionDetail } from './agent-sessions.js'

const reviewNote = Type.Optional(
  WrittenText({ maxLength: limits.agentSession.reviewNoteLengthMax, description: 'Additional notes' }),
)

const ReportConfirmation = Closed({ note: reviewNote })

export const SessionCorrection = Closed({
  culprit: NullableOf(
    NameText('SHA of the responsible commit, or id of the responsible change; null if no change was responsible'),
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
  summary: 'Confirm that a report was correct',
  description:
    'The session is saved as a test case for later versions of the investigator. Replaces any earlier review ' +
    'of the session.',
  body: ReportConfirmation,
  conflict: 'The session has no report, or its report names no cause: correct it instead',
})

export const correctReport = defineRoute({
  ...common,
  id: 'correctAgentSession',
  path: '/api/v1/agent/sessions/{session_id}/correct/',
  aliases: ['/api/v1/agent-sessions/{session_id}/correct/'],
  summary: 'Correct a report with the actual cause',
  description:
    'The session is saved as a test case for later versions of the investigator. Replaces any earlier review ' +
    'of the session.',
  body: SessionCorrection,
  conflict: 'The session has no report',
})
