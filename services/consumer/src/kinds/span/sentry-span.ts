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

/** Ids and times of a span as sent by an SDK. Unix microseconds of the SDK's clock. */
export interface SpanFrame {
  traceId: string
  spanId: string
  /** Empty for the root of a trace. */
  parentSpanId: string
  startTime: number
  endTime: number
}

/** The fields of a frame, as named by the span's form. */
export interface SpanFrameFields {
  trace_id?: unknown
  span_id?: unknown
  parent_span_id?: unknown
  start: unknown
  end: unknown
}

/**
 * Reads what every span must have.
 * @returns undefined if an id or time is absent or malformed, or the span ends before it starts.
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
  // An invalid parent id cannot be joined, but an SDK's fault there must not cost the span.
  const parentSpanId = readParentSpanId(fields.parent_span_id) ?? ''
  return { traceId, spanId, parentSpanId, startTime, endTime }
}

export interface SentrySpan {
  frame: SpanFrame
  /** Empty if the SDK sent no name. */
  operation: string
  /** Class of the operation, such as `http.server`; empty if unknown. */
  op: string
  /** As sent. */
  status: unknown
  /** Objects whose fields become attributes; the first value of a key wins, anything but objects is ignored. */
  attributeSources: readonly unknown[]
  /** Service of spans that don't name theirs. */
  service: string
}

/** Converts a span sent by an SDK to its row. `shiftMs` corrects the SDK's clock. */
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

/** The status as sent is stored if the stored one is less specific. */
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

/** @returns The text, or the empty text for anything else. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
