import { Type, type Static } from 'typebox'
import { limits } from '../../limits.js'
import { Closed, MapOf, NullableOf, Timestamp } from '../../schema.js'
import { ErrorEvent } from '../../telemetry/error.js'
import { FileBytes } from '../http/file-content.js'
import { ProjectIdParameter } from '../http/parameters.js'
import { defineRoute } from '../http/route.js'
import { EventAttachment } from './event-attachment.js'
import { Feedback } from './feedback.js'
import { HexId, queryRoute } from './query-parameters.js'

/** An event with everything that is known of it. */
export const EventDetail = Closed({
  ...ErrorEvent.properties,
  title: Type.String(),
  culprit: Type.String({ description: 'Where it happened' }),
  received_at: Timestamp,
  grouping: Closed({
    version: Type.String(),
    by: NullableOf(Type.String({ description: 'Which rule made the fingerprint' })),
    components: Type.Unknown({ description: 'What contributed to the fingerprint; null when unknown' }),
  }),
  event: MapOf(Type.Unknown(), {
    description: 'The event as it was stored; `changes` says what was changed on the way in',
  }),
  attachments: Type.Array(EventAttachment, { description: `The newest ${limits.query.eventAttachmentsMax}` }),
  feedback: Type.Array(Feedback, { description: `The newest ${limits.query.eventFeedbackMax}` }),
  previous_event_id: NullableOf(Type.String({ description: 'The event of the same fingerprint before it' })),
  next_event_id: NullableOf(Type.String({ description: 'The event of the same fingerprint after it' })),
})
export type EventDetail = Static<typeof EventDetail>

const whichProject = Closed({ project_id: ProjectIdParameter })

export const readEvent = defineRoute({
  ...queryRoute,
  id: 'readEvent',
  path: '/api/v1/telemetry/query/events/{event_id}/',
  summary: 'One event with everything that is known about it',
  description: 'When several projects have an event with this id, the newest is returned unless `project_id` is given.',
  params: Closed({ event_id: HexId('Event') }),
  query: whichProject,
  response: EventDetail,
})

export const downloadAttachment = defineRoute({
  ...queryRoute,
  id: 'downloadAttachment',
  path: '/api/v1/telemetry/query/events/{event_id}/attachments/{attachment_id}/',
  summary: 'A file that came with an event',
  description: 'The exact bytes, for saving. Media types that a browser might run are answered as unknown ones.',
  params: Closed({ event_id: HexId('Event'), attachment_id: HexId('Attachment') }),
  query: whichProject,
  response: FileBytes,
})
