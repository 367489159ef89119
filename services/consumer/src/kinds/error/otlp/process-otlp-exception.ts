import { limits } from '@signalbox/contracts'
import { isSpanId, isTraceId, type Attributes } from '@signalbox/otlp'
import { readStackText, splitType, type EventInput, type TextException } from '@signalbox/sentry-events'
import type { OtlpContext } from '../../../otlp/otlp-context.js'
import type { Origin } from '../../../otlp/origin.js'
import { hashToId } from '../../../pipeline/hash-to-id.js'
import { dropped, stored, type ItemResult } from '../../../batch/item-result.js'
import { processEvent } from '../process-event.js'

/** An exception that an event of a span or a log record tells of. */
export interface OtlpException {
  origin: Origin
  /** Those of the event or the record. */
  attributes: Attributes
  /** Unix microseconds; 0 when unknown. */
  timeUs: number
  traceId: string
  spanId: string
  /** Name of the span that it happened in; empty when unknown. */
  transaction: string
  /** Tells exceptions without a stack trace apart, by their place in the span or request. */
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

/** One exception as an error event, as the SDK of its language would send it. */
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
  const told = readTold(attributes)
  const platform = platforms.get(origin.resource['telemetry.sdk.language'] ?? '') ?? 'other'
  const trace = isTraceId(traceId) && { trace_id: traceId, ...(isSpanId(spanId) && { span_id: spanId }) }
  return {
    event_id: idOf(exception, told),
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
    exception: { values: readExceptions(told, platform) },
  }
}

/** What the semantic conventions say of an exception; empty texts where nothing is said. */
interface Told {
  type: string
  message: string
  stack: string
  /** Undefined when it is not said whether the exception left the span. */
  isEscaped: boolean | undefined
}

function readTold(attributes: Attributes): Told {
  const told = new Map(attributes)
  const text = (name: string) => {
    const value = told.get(`exception.${name}`)
    return typeof value === 'string' ? value : ''
  }
  const escaped = told.get('exception.escaped')
  const isEscaped = escaped === undefined ? undefined : escaped === true || escaped === 'true' || escaped === 'True'
  return { type: text('type'), message: text('message'), stack: text('stacktrace'), isEscaped }
}

/**
 * The same exception is told by each span that it passes, and by log records: with its stack trace it is one event of its
 * trace. One without is known by its place.
 */
function idOf({ traceId, spanId, timeUs, index }: OtlpException, { type, message, stack }: Told): string {
  const isKnownByStack = stack !== '' && isTraceId(traceId)
  const place = isKnownByStack ? [] : [spanId, String(timeUs), String(index)]
  return hashToId('otlp exception', traceId, ...place, JSON.stringify([type, message, stack]))
}

function readExceptions({ type, message, stack, isEscaped }: Told, platform: string): object[] {
  const read = readStackText(stack, platform)
  const raised = read.at(-1) ?? { type: '', value: '', frames: [] }
  // What the attributes say of the outermost is whole; in a text it may be cut or hold line breaks.
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
