import { decodeLogs, decodeMetrics, decodeTraces, type OtlpFormat } from './decode.js'
import { isSpanId, isTraceId } from './ids.js'
import type { Group, Metric, Span } from './model.js'
import { checkCount, itemsMax, readOwnMessage, walkRequest } from './protobuf/walk-request.js'
import { toUnixUs } from './unix-time.js'
import type { WireReader } from './wire/wire-reader.js'

/** Properties of a request needed for the response and the quotas. */
export interface Survey {
  /** Spans, data points or log records. */
  items: number
  /** Items that cannot be stored, whatever their time. */
  invalid: number
  /**
   * Times of the others, Unix microseconds. Log records and data points without a time are left out: they are given one
   * later.
   */
  timesUs: number[]
}

/** Marks an item that cannot be stored. */
const invalid = -1
/** Replaces the time of an item that requires one and has none: older than any retention. */
const longAgoUs = 1

/**
 * Surveys the spans of a request.
 * @throws MalformedError, TooLargeError
 */
export function surveyTraces(body: Uint8Array, format: OtlpFormat): Survey {
  const groups = format === 'json' ? decodeTraces(body, format).map(timesOfSpans) : walkRequest(body, peekSpan)
  return sumUp(groups.flatMap(({ items }) => [...items]))
}

/**
 * Surveys the data points of a request.
 * @throws MalformedError, TooLargeError
 */
export function surveyMetrics(body: Uint8Array, format: OtlpFormat): Survey {
  const groups = format === 'json' ? decodeMetrics(body, format).map(timesOfPoints) : walkRequest(body, peekMetric)
  return sumUp(groups.flatMap(({ items }) => [...items].flatMap((times) => times ?? [invalid])))
}

/**
 * Surveys the records of a request.
 * @throws MalformedError, TooLargeError
 */
export function surveyLogs(body: Uint8Array, format: OtlpFormat): Survey {
  const groups =
    format === 'json'
      ? decodeLogs(body, format).map(({ items }) => ({ items: [...items].map((record) => record?.timeUs) }))
      : walkRequest(body, peekLogRecord)
  return sumUp(groups.flatMap(({ items }) => [...items]))
}

function sumUp(times: readonly (number | undefined)[]): Survey {
  const valid = times.flatMap((time) => (time === undefined || time === invalid ? [] : [time]))
  return { items: times.length, invalid: times.length - valid.length, timesUs: valid.filter((time) => time > 0) }
}

function timesOfSpans({ items }: Group<Span>) {
  const isValid = ({ traceId, spanId }: Span) => isTraceId(traceId) && isSpanId(spanId)
  return {
    items: [...items].map((span) => (span !== undefined && isValid(span) ? span.startUs || longAgoUs : undefined)),
  }
}

function timesOfPoints({ items }: Group<Metric>) {
  const timesOf = ({ name, points }: Metric) =>
    points.map((point) => (name === '' ? invalid : (point?.timeUs ?? invalid)))
  return { items: [...items].map((metric) => metric && timesOf(metric)) }
}

/** Reads only a span's start time, and whether it can be stored. */
function peekSpan(reader: WireReader, end: number): number {
  let [traceId, spanId, startUs] = ['', '', 0]
  while (reader.isBefore(end)) {
    const tag = reader.readTag()
    if (tag === 0x0a) traceId = reader.readHex(end)
    else if (tag === 0x12) spanId = reader.readHex(end)
    else if (tag === 0x39) startUs = readUs(reader)
    else reader.skip(tag, end)
  }
  return isTraceId(traceId) && isSpanId(spanId) ? startUs || longAgoUs : invalid
}

function peekLogRecord(reader: WireReader, end: number): number {
  return peekTime(reader, end, 0x09)
}

/** The times of a metric's points, regardless of its kind. */
function peekMetric(reader: WireReader, end: number): number[] {
  const times: number[] = []
  let isNamed = false
  while (reader.isBefore(end)) {
    const tag = reader.readTag()
    if (tag === 0x0a) isNamed = reader.readText(end) !== ''
    else if (pointTags.has(tag)) peekPoints(reader, reader.readEnd(end), times)
    else reader.skip(tag, end)
  }
  return isNamed ? times : times.map(() => invalid)
}

/** gauge, sum, histogram, exponential histogram, summary */
const pointTags: ReadonlySet<number> = new Set([0x2a, 0x3a, 0x4a, 0x52, 0x5a])

function peekPoints(reader: WireReader, end: number, times: number[]): void {
  while (reader.isBefore(end)) {
    const tag = reader.readTag()
    if (tag !== 0x0a) {
      reader.skip(tag, end)
      continue
    }
    checkCount(times.length + 1, itemsMax, 'points')
    const time = readOwnMessage(reader, reader.readEnd(end), (_, pointEnd) => peekTime(reader, pointEnd, 0x19))
    times.push(time ?? invalid)
  }
}

function peekTime(reader: WireReader, end: number, timeTag: number): number {
  let timeUs = 0
  while (reader.isBefore(end)) {
    const tag = reader.readTag()
    if (tag === timeTag) timeUs = readUs(reader)
    else reader.skip(tag, end)
  }
  return timeUs
}

function readUs(reader: WireReader): number {
  reader.readFixed64()
  return toUnixUs(reader.high, reader.low)
}
