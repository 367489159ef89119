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

/** An event with all of its details. */
export const EventDetail = Closed({
  ...ErrorEvent.properties,
  title: Type.String(),
  culprit: Type.String({ description: 'Where the error occurred' }),
  received_at: Timestamp,
  grouping: Closed({
    version: Type.String(),
    by: NullableOf(Type.String({ description: 'Rule that determined the fingerprint' })),
    components: Type.Unknown({ description: 'What contributed to the fingerprint; null if unknown' }),
  }),
  event: MapOf(Type.Unknown(), {
    description: 'The event as stored; `changes` lists what was changed during ingestion',
  }),
  attachments: Type.Array(EventAttachment, { description: `The newest ${limits.query.eventAttachmentsMax}` }),
  feedback: Type.Array(Feedback, { description: `The newest ${limits.query.eventFeedbackMax}` }),
  previous_event_id: NullableOf(Type.String({ description: 'Previous event with the same fingerprint' })),
  next_event_id: NullableOf(Type.String({ description: 'Next event with the same fingerprint' })),
})
export type EventDetail = Static<typeof EventDetail>

const whichProject = Closed({ project_id: ProjectIdParameter })

export const readEvent = defineRoute({
  ...queryRoute,
  id: 'readEvent',
  path: '/api/v1/telemetry/query/events/{event_id}/',
  summary: 'Get an event with all its details',
  description: 'If several projects have an event with this id, returns the newest unless `project_id` is given.',
  params: Closed({ event_id: HexId('Event') }),
  query: whichProject,
  response: EventDetail,
})

export const downloadAttachment = defineRoute({
  ...queryRoute,
  id: 'downloadAttachment',
  path: '/api/v1/telemetry/query/events/{event_id}/attachments/{attachment_id}/',
  summary: 'Download an event attachment',
  description: 'The exact bytes, served as a download. Media types that a browser might execute are served as binary.',
  params: Closed({ event_id: HexId('Event'), attachment_id: HexId('Attachment') }),
  query: whichProject,
  response: FileBytes,
})
