import { Type, type Static } from 'typebox'
import { limits } from '../../limits.js'
import { Closed, MapOf, NullableOf, Timestamp } from '../../schema.js'
import { EventUser } from '../../telemetry/error.js'
import {
  LimitParameter,
  OffsetParameter,
  ProjectIdParameter,
  TextParameter,
  timeRangeParameters,
} from '../http/parameters.js'
import { defineRoute } from '../http/route.js'
import { EventAttachment } from './event-attachment.js'
import { HexId, queryRoute } from './query-parameters.js'

/** Feedback from one user. Unknown strings are empty. */
export const Feedback = Closed({
  feedback_id: Type.String(),
  project_id: Type.String(),
  timestamp: Timestamp,
  message: Type.String(),
  name: Type.String(),
  contact_email: Type.String(),
  url: Type.String({ description: 'Page it was written on' }),
  source: Type.String({ description: 'What collected it' }),
  associated_event_id: Type.String({ description: 'Event it refers to; empty if none' }),
  replay_id: Type.String(),
  trace_id: Type.String(),
  user: NullableOf(EventUser),
  tags: MapOf(Type.String()),
  release: Type.String(),
  environment: Type.String(),
  attachments: Type.Array(EventAttachment, { description: 'Files sent by the user, newest first' }),
})
export type Feedback = Static<typeof Feedback>

export const queryFeedback = defineRoute({
  ...queryRoute,
  id: 'queryFeedback',
  path: '/api/v1/telemetry/query/feedback/',
  summary: 'User feedback, newest first',
  query: Closed({
    ...timeRangeParameters(['1h', '6h', '24h', '7d', '30d', '90d'], '30d'),
    project_id: ProjectIdParameter,
    search: TextParameter('Part of the message, name or e-mail address, case-insensitive and matched literally'),
    event_id: Type.Optional(HexId('Only feedback about this event')),
    limit: LimitParameter(limits.query.listLimitDefault, limits.query.listLimitMax),
    offset: OffsetParameter,
  }),
  response: Closed({
    feedback: Type.Array(Feedback),
    total: Type.Integer({ description: 'Total number of matching feedback' }),
    has_more: Type.Boolean(),
  }),
})
