import { limits } from '@signalbox/contracts'
import { isSpanId, isTraceId, type Attributes } from '@signalbox/otlp'
import { readStackText, splitType, type EventInput, type TextException } from '@signalbox/sentry-events'
import type { OtlpContext } from '../../../otlp/otlp-context.js'
import type { Origin } from '../../../otlp/origin.js'
import { hashToId } from '../../../pipeline/hash-to-id.js'
import { dropped, stored, type ItemResult } from '../../../batch/item-result.js'
import { processEvent } from '../process-event.js'

/** An exception recorded in a span event or a log record. */
export interface OtlpException {
  origin: Origin
  /** Attributes of the event or record. */
  attributes: Attributes
  /** Unix microseconds; 0 if unknown. */
  timeUs: number
  traceId: string
  spanId: string
  /** Name of the span in which it occurred; empty if unknown. */
  transaction: string
  /** Position in the span or request; distinguishes exceptions without a stack trace. */
  index: number
}

const platforms = new Map([
  ['java', 'java'],
  ['python', 'python'],
  ['nodejs', 'node'],
  ['webjs', 'javascript'],
  ['go', 'go'],
  ['dotnet', 'csharp'],
  ['php', 'php'],
  ['ruby', 'ruby'],
  ['swift', 'cocoa'],
  ['cpp', 'native'],
  ['rust', 'native'],
])

/** Converts an exception to an error event, as the SDK of its language would send it. */
export function processOtlpException(exception: OtlpException, context: OtlpContext): ItemResult {
  const { meta, retentionDays } = context
  if (meta.project === undefined) return dropped('error', 1, 'invalid_event')
  const input: EventInput = {
    payload: toPayload(exception),
    organizationId: meta.organizationId,
    project: meta.project,
    receivedAt: meta.receivedAt,
    sentAt: undefined,
    ageDaysMax: Math.min(retentionDays.errors, limits.event.ageDaysMax),
    headerEventId: undefined,
    fallbackEventId: context.itemPosition(exception.index),
    sdk: undefined,
    clientIp: meta.clientIp,
    userAgent: meta.userAgent,
  }
  const result = processEvent(input, context)
  if (!result.ok) return dropped('error', 1, result.reason)
  return { ...stored('error', 1, { events: [result.row] }), hasOwnTimes: exception.timeUs > 0 }
}

function toPayload(exception: OtlpException): object {
  const { origin, attributes, timeUs, traceId, spanId, transaction } = exception
  const recorded = readExceptionAttributes(attributes)
  const platform = platforms.get(origin.resource['telemetry.sdk.language'] ?? '') ?? 'other'
  const trace = isTraceId(traceId) && { trace_id: traceId, ...(isSpanId(spanId) && { span_id: spanId }) }
  return {
    event_id: idOf(exception, recorded),
    ...(timeUs > 0 && { timestamp: timeUs / 1_000_000 }),
    platform,
    level: 'error',
    release: origin.release,
    environment: origin.environment,
    server_name: origin.resource['host.name'],
    transaction,
    sdk: { name: origin.sdkName, version: origin.resource['telemetry.sdk.version'] ?? '' },
    tags: { 'service.name': origin.service },
    contexts: { ...(trace && { trace }) },
    exception: { values: readExceptions(recorded, platform) },
  }
}

/** The exception's attributes according to the semantic conventions; empty texts for missing ones. */
interface ExceptionAttributes {
  type: string
  message: string
  stack: string
  /** Undefined if unknown; otherwise whether the exception escaped the span. */
  isEscaped: boolean | undefined
}

function readExceptionAttributes(attributes: Attributes): ExceptionAttributes {
  const values = new Map(attributes)
  const text = (name: string) => {
    const value = values.get(`exception.${name}`)
    return typeof value === 'string' ? value : ''
  }
  const escaped = values.get('exception.escaped')
  const isEscaped = escaped === undefined ? undefined : escaped === true || escaped === 'true' || escaped === 'True'
  return { type: text('type'), message: text('message'), stack: text('stacktrace'), isEscaped }
}

/**
 * An exception is reported by each span it passes and by log records: with a stack trace, it is one event per trace.
 * Without one, it is identified by its position.
 */
function idOf(
  { traceId, spanId, timeUs, index }: OtlpException,
  { type, message, stack }: ExceptionAttributes,
): string {
  const isKnownByStack = stack !== '' && isTraceId(traceId)
  const place = isKnownByStack ? [] : [spanId, String(timeUs), String(index)]
  return hashToId('otlp exception', traceId, ...place, JSON.stringify([type, message, stack]))
}

function readExceptions({ type, message, stack, isEscaped }: ExceptionAttributes, platform: string): object[] {
  const read = readStackText(stack, platform)
  const raised = read.at(-1) ?? { type: '', value: '', frames: [] }
  // The outermost exception's attributes are complete; in the text they may be truncated or contain line breaks.
  const main = { ...raised, type: type || raised.type, value: message || raised.value }
  const mechanism = { type: 'otlp', ...(isEscaped !== undefined && { handled: !isEscaped }) }
  return [...read.slice(0, -1).map(toException(platform)), { ...toException(platform)(main), mechanism }]
}

function toException(platform: string) {
  return ({ type, value, frames }: TextException): object => ({
    ...splitType(type, platform),
    value,
    ...(frames.length > 0 && { stacktrace: { frames } }),
  })
}
