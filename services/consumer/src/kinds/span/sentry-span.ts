import { limits } from '@signalbox/contracts'
import { noSpanDetails, type SpanRow } from '@signalbox/telemetry-store/rows'
import type { EnvelopeItemContext } from '../../pipeline/kind-pipeline.js'
import { cleanText } from '@signalbox/sentry-events'
import { AttributeMap } from '../../container/attribute-map.js'
import { readHttpFacts } from './http-entry.js'
import { readMicroseconds } from '../../container/read-microseconds.js'
import { toStoredStatus } from './sentry-status.js'
import { readParentSpanId, readSpanId, readTraceId } from '../../container/span-ids.js'

const { serviceLengthMax, operationLengthMax, durationMsMax } = limits.span

/** Where and when of a span as an SDK sent it. Times in Unix microseconds, of the SDK's clock. */
export interface SpanFrame {
  traceId: string
  spanId: string
  /** Empty for the root of a trace. */
  parentSpanId: string
  startTime: number
  endTime: number
}

/** The fields of a frame as they are named by the form that the span came in. */
export interface SpanFrameFields {
  trace_id?: unknown
  span_id?: unknown
  parent_span_id?: unknown
  start: unknown
  end: unknown
}

/**
 * Reads what every span must have.
 * @returns undefined when an id or a time is absent or malformed, or the span ends before it starts.
 */
export function readSpanFrame(fields: SpanFrameFields): SpanFrame | undefined {
  const traceId = readTraceId(fields.trace_id)
  const spanId = readSpanId(fields.span_id)
  const startTime = readMicroseconds(fields.start)
  const endTime = readMicroseconds(fields.end)
  if (traceId === undefined || spanId === undefined || startTime === undefined || endTime === undefined) {
    return undefined
  }
  if (endTime < startTime) {
    return undefined
  }
  // A parent that is not an id cannot be joined: SDKs' faults there must not cost the span.
  const parentSpanId = readParentSpanId(fields.parent_span_id) ?? ''
  return { traceId, spanId, parentSpanId, startTime, endTime }
}

export interface SentrySpan {
  frame: SpanFrame
  /** Empty when the SDK gave no name. */
  operation: string
  /** Class of the operation, such as `http.server`; empty when unknown. */
  op: string
  /** As sent. */
  status: unknown
  /** Objects whose fields become attributes; the first of a key wins, anything but objects is left out. */
  attributeSources: readonly unknown[]
  /** Service of spans that do not name theirs. */
  service: string
}

/** The row of a span that an SDK sent. `shiftMs` corrects the SDK's clock. */
export function toSentrySpanRow(span: SentrySpan, context: EnvelopeItemContext, shiftMs: number): SpanRow {
  const { meta, rules } = context
  const { frame, op } = span
  const status = toStoredStatus(span.status)
  const attributes = rules.scrubber.scrubAttributes(toAttributes(span, status))
  return {
    organization_id: meta.organizationId,
    project_id: meta.project.id,
    start_time: Math.max(0, frame.startTime + Math.round(shiftMs * 1_000)),
    trace_id: frame.traceId,
    span_id: frame.spanId,
    parent_span_id: frame.parentSpanId,
    service: cleanText(attributes['service.name'] ?? span.service, serviceLengthMax),
    operation: rules.scrubber.scrubText(
      cleanText(span.operation === '' ? '<unlabeled span>' : span.operation, operationLengthMax),
    ),
    duration_us: Math.min(frame.endTime - frame.startTime, durationMsMax * 1_000),
    status,
    ...readHttpFacts(attributes, op, frame.parentSpanId !== ''),
    attributes,
    ...noSpanDetails,
  }
}

/** The status as sent is kept where the stored one says less. */
function toAttributes({ status, op, attributeSources }: SentrySpan, storedStatus: string): Record<string, string> {
  const attributes = new AttributeMap()
  if (typeof status === 'string' && status !== '' && status !== storedStatus) {
    attributes.set('status', status)
  }
  if (op !== '') {
    attributes.set('sentry.op', op)
  }
  for (const source of attributeSources) {
    attributes.setAll(source)
  }
  return attributes.toRecord()
}

/** @returns the text, or the empty text for anything else. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
