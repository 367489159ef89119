import { readEventId } from '@signalbox/contracts'
import { isJsonObject } from '@signalbox/sentry-events'
import { dropped, type ItemResult } from '../../batch/item-result.js'
import { hashToId } from '../../pipeline/hash-to-id.js'
import { toEventInput } from '../event-input.js'
import type { EnvelopeItemContext, EnvelopeItemPipeline } from '../../pipeline/kind-pipeline.js'
import { storeFeedback } from './process-feedback.js'

const source = 'user_report'

/** User reports, the older form of feedback. */
export const userReportPipeline: EnvelopeItemPipeline = { quantity: () => 1, process: processUserReport }

/**
 * Converts a user report, `{event_id, name, email, comments}`, to a feedback row. It has its own id, because its
 * envelope's id is that of the event, which may have several reports: a hash of the report, so that it counts once if it
 * is sent again.
 */
function processUserReport(payload: unknown, context: EnvelopeItemContext): ItemResult {
  if (!isJsonObject(payload)) {
    return dropped('feedback', 1, 'invalid_feedback')
  }
  const { name, email, comments } = payload
  const feedback = {
    message: comments,
    name,
    contact_email: email,
    associated_event_id: payload['event_id'] ?? context.header.eventId,
    source,
  }
  const input = toEventInput({ contexts: { feedback }, user: { name, email } }, context)
  const about = readEventId(feedback.associated_event_id)
  const written = JSON.stringify([name, email, comments])
  const fallbackEventId = about ? hashToId(source, about, written) : hashToId(source, context.itemPosition)
  const ids = { headerEventId: undefined, fallbackEventId }
  return storeFeedback({ ...input, ...ids }, context)
}
