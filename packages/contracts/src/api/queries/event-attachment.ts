import { Type, type Static } from 'typebox'
import { Closed } from '../../schema.js'

/** A file attached to an event or feedback. */
export const EventAttachment = Closed({
  id: Type.String(),
  name: Type.String(),
  content_type: Type.String({ description: 'As declared by the sender; empty if unknown' }),
  attachment_type: Type.String({ description: 'Role of the file for the event', examples: ['event.attachment'] }),
  size: Type.Integer({ description: 'Bytes' }),
  sha256: Type.String({ description: '64 hex digits' }),
  download_url: Type.String({ description: 'Path and query string on this installation' }),
})
export type EventAttachment = Static<typeof EventAttachment>
