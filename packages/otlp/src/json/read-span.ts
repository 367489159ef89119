import type { Span, SpanEvent, SpanLink } from '../model.js'
import { nsBetween } from '../unix-time.js'
import { readAttributes } from './common.js'
import { spanKinds, statusCodes } from './enums.js'
import { countOf, enumOf, fieldOf, hexOf, listOf, textOf, timeOf, toFields, type JsonFields } from './json-fields.js'

/** @throws MalformedError */
export function readSpan(fields: JsonFields): Span {
  const start = timeOf(fields, 'startTimeUnixNano')
  const status = toFields(fieldOf(fields, 'status') ?? {})
  return {
    traceId: hexOf(fields, 'traceId'),
    spanId: hexOf(fields, 'spanId'),
    parentSpanId: hexOf(fields, 'parentSpanId'),
    traceState: textOf(fields, 'traceState'),
    name: textOf(fields, 'name'),
    kind: enumOf(fields, 'kind', spanKinds),
    startUs: start.us,
    durationNs: nsBetween(start, timeOf(fields, 'endTimeUnixNano')),
    attributes: readAttributes(fields),
    events: listOf(fields, 'events').map((event) => readEvent(toFields(event))),
    links: listOf(fields, 'links').map((link) => readLink(toFields(link))),
    statusCode: enumOf(status, 'code', statusCodes),
    statusMessage: textOf(status, 'message'),
    droppedAttributes: countOf(fields, 'droppedAttributesCount'),
    droppedEvents: countOf(fields, 'droppedEventsCount'),
    droppedLinks: countOf(fields, 'droppedLinksCount'),
  }
}

function readEvent(fields: JsonFields): SpanEvent {
  const timeUs = timeOf(fields, 'timeUnixNano').us
  return { timeUs, name: textOf(fields, 'name'), attributes: readAttributes(fields) }
}

function readLink(fields: JsonFields): SpanLink {
  return {
    traceId: hexOf(fields, 'traceId'),
    spanId: hexOf(fields, 'spanId'),
    traceState: textOf(fields, 'traceState'),
    attributes: readAttributes(fields),
  }
}
