import type { AttributeValue, Span, SpanEvent, SpanLink } from '../model.js'
import { nsBetween, toUnixTime, toUnixUs, type UnixTime } from '../unix-time.js'
import type { WireReader } from '../wire/wire-reader.js'
import { readKeyValue } from './common.js'

type Pair = readonly [key: string, value: AttributeValue]

/** A span being read. */
interface OpenSpan extends Span {
  attributes: Pair[]
  events: SpanEvent[]
  links: SpanLink[]
}

const unknownTime: UnixTime = { us: 0, ns: 0 }

/** Reads a `Span` that ends at `end`. */
export function readSpan(reader: WireReader, end: number): Span {
  const span = createSpan()
  let [startTime, endTime] = [unknownTime, unknownTime]
  while (reader.isBefore(end)) {
    const tag = reader.readTag()
    if (tag === 0x39) startTime = readTime(reader)
    else if (tag === 0x41) endTime = readTime(reader)
    else if (tag === 0x4a) span.attributes.push(readKeyValue(reader, reader.readEnd(end)))
    else if (!readText(reader, { tag, end, span })) readRest(reader, { tag, end, span })
  }
  span.startUs = startTime.us
  span.durationNs = nsBetween(startTime, endTime)
  return span
}

interface Field {
  tag: number
  end: number
  span: OpenSpan
}

function readText(reader: WireReader, { tag, end, span }: Field): boolean {
  switch (tag) {
    case 0x0a:
      span.traceId = reader.readHex(end)
      return true
    case 0x12:
      span.spanId = reader.readHex(end)
      return true
    case 0x1a:
      span.traceState = reader.readText(end)
      return true
    case 0x22:
      span.parentSpanId = reader.readHex(end)
      return true
    case 0x2a:
      span.name = reader.readText(end)
      return true
    default:
      return false
  }
}

function readRest(reader: WireReader, { tag, end, span }: Field): void {
  switch (tag) {
    case 0x30:
      span.kind = reader.readVarint32()
      break
    case 0x50:
      span.droppedAttributes = reader.readVarint32()
      break
    case 0x5a:
      span.events.push(readEvent(reader, reader.readEnd(end)))
      break
    case 0x60:
      span.droppedEvents = reader.readVarint32()
      break
    case 0x6a:
      span.links.push(readLink(reader, reader.readEnd(end)))
      break
    case 0x70:
      span.droppedLinks = reader.readVarint32()
      break
    case 0x7a:
      readStatus(reader, reader.readEnd(end), span)
      break
    default:
      reader.skip(tag, end)
  }
}

function createSpan(): OpenSpan {
  return {
    traceId: '',
    spanId: '',
    parentSpanId: '',
    traceState: '',
    name: '',
    kind: 0,
    startUs: 0,
    durationNs: 0,
    attributes: [],
    events: [],
    links: [],
    statusCode: 0,
    statusMessage: '',
    droppedAttributes: 0,
    droppedEvents: 0,
    droppedLinks: 0,
  }
}

function readTime(reader: WireReader): UnixTime {
  reader.readFixed64()
  return toUnixTime(reader.high, reader.low)
}

function readEvent(reader: WireReader, end: number): SpanEvent {
  const attributes: Pair[] = []
  let [timeUs, name] = [0, '']
  while (reader.isBefore(end)) {
    const tag = reader.readTag()
    if (tag === 0x09) {
      reader.readFixed64()
      timeUs = toUnixUs(reader.high, reader.low)
    } else if (tag === 0x12) name = reader.readText(end)
    else if (tag === 0x1a) attributes.push(readKeyValue(reader, reader.readEnd(end)))
    else reader.skip(tag, end)
  }
  return { timeUs, name, attributes }
}

function readLink(reader: WireReader, end: number): SpanLink {
  const attributes: Pair[] = []
  let [traceId, spanId, traceState] = ['', '', '']
  while (reader.isBefore(end)) {
    const tag = reader.readTag()
    if (tag === 0x0a) traceId = reader.readHex(end)
    else if (tag === 0x12) spanId = reader.readHex(end)
    else if (tag === 0x1a) traceState = reader.readText(end)
    else if (tag === 0x22) attributes.push(readKeyValue(reader, reader.readEnd(end)))
    else reader.skip(tag, end)
  }
  return { traceId, spanId, traceState, attributes }
}

function readStatus(reader: WireReader, end: number, span: OpenSpan): void {
  while (reader.isBefore(end)) {
    const tag = reader.readTag()
    if (tag === 0x12) span.statusMessage = reader.readText(end)
    else if (tag === 0x18) span.statusCode = reader.readVarint32()
    else reader.skip(tag, end)
  }
}
