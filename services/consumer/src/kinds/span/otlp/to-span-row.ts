import { limits } from '@signalbox/contracts'
import { isSpanId, isTraceId, type AttributeValue, type Span } from '@signalbox/otlp'
import { cleanText, type Scrubber } from '@signalbox/sentry-events'
import type { SpanRow } from '@signalbox/telemetry-store/rows'
import { AttributeMap } from '../../../container/attribute-map.js'
import { addAttributes, type Origin } from '../../../otlp/origin.js'
import { readHttpFacts } from '../http-entry.js'
import { toSpanAttributes } from './span-attributes.js'

const { operationLengthMax, durationMsMax } = limits.span

/** Maximum events and links stored per span: the default of SDKs. */
const detailsMax = 128

const errorCode = 2

/**
 * Converts a span to its row.
 * @returns undefined if its ids are invalid.
 */
export function toOtlpSpanRow(span: Span, origin: Origin, scrubber: Scrubber): SpanRow | undefined {
  const { traceId, spanId } = span
  if (!isTraceId(traceId) || !isSpanId(spanId)) return undefined
  // An invalid parent id cannot be joined, but must not cost the span.
  const parentSpanId = isSpanId(span.parentSpanId) ? span.parentSpanId : ''
  const attributes = scrubber.scrubAttributes(toSpanAttributes(span, origin))
  return {
    organization_id: origin.organizationId,
    project_id: origin.projectId,
    start_time: span.startUs,
    trace_id: traceId,
    span_id: spanId,
    parent_span_id: parentSpanId,
    service: origin.service,
    operation: scrubber.scrubText(cleanText(span.name || '<unlabeled span>', operationLengthMax)),
    duration_us: Math.min(Math.round(span.durationNs / 1_000), durationMsMax * 1_000),
    status: span.statusCode === errorCode ? 'error' : 'ok',
    ...readHttpFacts(attributes, '', parentSpanId !== ''),
    attributes,
    resource: origin.resource,
    events: toJson(span.events, ({ timeUs, name, attributes: sent }) => {
      return { time_us: timeUs, name: cleanText(name, operationLengthMax), attributes: toScrubbed(sent, scrubber) }
    }),
    links: toJson(span.links, ({ traceId: trace_id, spanId: span_id, attributes: sent }) => {
      return { trace_id, span_id, attributes: toScrubbed(sent, scrubber) }
    }),
  }
}

function toJson<Detail>(details: readonly Detail[], toStored: (detail: Detail) => object): string {
  return details.length === 0 ? '' : JSON.stringify(details.slice(0, detailsMax).map(toStored))
}

function toScrubbed(
  attributes: readonly (readonly [key: string, value: AttributeValue])[],
  scrubber: Scrubber,
): Record<string, string> {
  const map = new AttributeMap()
  addAttributes(map, attributes)
  return scrubber.scrubAttributes(map.toRecord())
}
