import { limits } from '@signalbox/contracts'
import type { EventRow } from '@signalbox/telemetry-store/rows'
import {
  cleanText,
  type EventInput,
  type NormalEvent,
  type Grouping,
  isSyntheticMessage,
  messageText,
  userKeyOf,
  toPayload,
} from '@signalbox/sentry-events'
import { stackTraceText } from './stack-trace-text.js'
import { userJson } from './user-json.js'

export interface RowParts {
  /** The grouping of the event, including the event as it is stored. */
  grouping: Grouping
  input: EventInput
}

/** Converts an event to its row. */
export function toEventRow({ grouping, input }: RowParts): EventRow {
  const { event } = grouping
  const { type, value } = mainException(event)
  return {
    organization_id: input.organizationId,
    project_id: input.project.id,
    timestamp: Math.floor(event.timestamp),
    event_id: event.eventId,
    level: event.level,
    message: messageOf(event),
    exception_type: type,
    exception_value: value,
    handled: handledOf(event),
    title: grouping.title,
    culprit: grouping.culprit,
    platform: event.platform,
    sdk_name: event.sdk.name,
    sdk_version: event.sdk.version,
    release: event.release,
    dist: event.dist,
    environment: event.environment,
    server_name: event.serverName,
    logger: event.logger,
    transaction: event.transaction,
    trace_id: event.traceId,
    span_id: event.spanId,
    user_key: userKeyOf(event.user),
    user: userJson(event.user),
    tags: event.tags,
    fingerprint: grouping.fingerprint,
    previous_fingerprint: grouping.previousFingerprint,
    grouping_version: grouping.version,
    grouping_components: grouping.explanation,
    times_seen: 1,
    stack_trace: stackTraceText(event),
    payload: toPayload(event),
    received_at: input.receivedAt,
  }
}

/** Empty for messages, including those that an SDK wrapped in an exception. */
function mainException({ exceptions, logentry }: NormalEvent): { type: string; value: string } {
  const main = exceptions.at(-1)
  return main === undefined || isSyntheticMessage(main, logentry) ? { type: '', value: '' } : main
}

/** A single unhandled exception in a chain is a crash. */
function handledOf({ exceptions }: NormalEvent): EventRow['handled'] {
  const said = exceptions.flatMap(({ mechanism }) => mechanism?.handled ?? [])
  if (said.length === 0) return ''
  return said.includes(false) ? 'false' : 'true'
}

/**
 * Lists and searches use the message, so an exception without one gets its type and value; a type synthesized by the
 * SDK adds nothing to a value.
 */
function messageOf(event: NormalEvent): string {
  const message = messageText(event)
  if (message !== '') return message
  const { type, value } = mainException(event)
  const isTypeShown = type !== '' && event.exceptions.at(-1)?.mechanism?.synthetic !== true
  const text = isTypeShown && value !== '' ? `${type}: ${value}` : value || type
  return cleanText(text, limits.event.messageLengthMax)
}
