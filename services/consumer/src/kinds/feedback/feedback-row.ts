import { readEventId } from '@signalbox/contracts'
import { type NormalEvent, userKeyOf } from '@signalbox/sentry-events'
import type { FeedbackRow } from '@signalbox/telemetry-store/rows'
import { userJson } from '../error/row/user-json.js'
import type { EnvelopeItemContext } from '../../pipeline/kind-pipeline.js'

export interface FeedbackParts {
  /** Scrubbed; its context `feedback` has the fields other than the message. */
  event: NormalEvent
  message: string
  context: EnvelopeItemContext
}

/** Converts feedback to its row. */
export function toFeedbackRow({ event, message, context: { meta } }: FeedbackParts): FeedbackRow {
  const { feedback = {}, replay = {} } = event.contexts
  return {
    organization_id: meta.organizationId,
    project_id: meta.project.id,
    timestamp: Math.floor(event.timestamp),
    feedback_id: event.eventId,
    message,
    name: textOf(feedback['name']),
    contact_email: textOf(feedback['contact_email']),
    url: textOf(feedback['url']),
    source: textOf(feedback['source']),
    associated_event_id: readEventId(feedback['associated_event_id']) ?? '',
    replay_id: readEventId(feedback['replay_id']) ?? readEventId(replay['replay_id']) ?? '',
    trace_id: event.traceId,
    release: event.release,
    environment: event.environment,
    platform: event.platform,
    sdk_name: event.sdk.name,
    user_key: userKeyOf(event.user),
    user: userJson(event.user),
    tags: event.tags,
    received_at: meta.receivedAt,
  }
}

/** The scrubber may have replaced a text with anything. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
