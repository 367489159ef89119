import { MalformedError } from '../malformed-error.js'
import type { ExponentialBuckets, ExponentialHistogramPoint, HistogramPoint } from '../model.js'
import { addNumber, bucketsMax, readDouble, readNumbers } from '../protobuf/read-numbers.js'
import type { WireReader } from '../wire/wire-reader.js'
import { noExemplars, readTimeUs } from './series.js'

/** Schema of histograms with explicit bounds. */
const customBounds = -53
/** Schemas of histograms whose bounds are powers of 2^(2^-schema). */
const [schemaMin, schemaMax] = [-4, 8]
/** The specific NaN with which Prometheus marks the end of a series. */
const [staleHigh, staleLow] = [0x7ff00000, 0x00000002]

/** Flag bit that marks a series without a value at this time. */
const noValueFlag = 1

/** A run of consecutive buckets. */
interface Span {
  /** Buckets skipped before the run; for the first run, the index of its first bucket. */
  offset: number
  length: number
}

/** The buckets of one sign: their positions and their counts, either as deltas or absolute. */
interface Side {
  spans: Span[]
  deltas: number[]
  counts: number[]
}

interface OpenHistogram {
  count: number
  sum: number
  isStale: boolean
  schema: number
  zeroThreshold: number
  zeroCount: number
  negative: Side
  positive: Side
  bounds: number[]
  timeUs: number
  startUs: number
}

/**
 * Reads a native histogram that ends at `end`; the message is the same in both versions of remote write. Counts are
 * cumulative, as integers or floats.
 * @throws MalformedError, also for an unknown schema, and for spans that don't match their counts.
 */
export function readNativeHistogram(reader: WireReader, end: number): HistogramPoint | ExponentialHistogramPoint {
  const open: OpenHistogram = {
    count: 0,
    sum: 0,
    isStale: false,
    schema: 0,
    zeroThreshold: 0,
    zeroCount: 0,
    negative: { spans: [], deltas: [], counts: [] },
    positive: { spans: [], deltas: [], counts: [] },
    bounds: [],
    timeUs: 0,
    startUs: 0,
  }
  while (reader.isBefore(end)) {
    const tag = reader.readTag()
    if (!readTotal(reader, tag, open) && !readBuckets(reader, { tag, end, open })) reader.skip(tag, end)
  }
  return open.schema === customBounds ? toHistogram(open) : toExponentialHistogram(open)
}

function readTotal(reader: WireReader, tag: number, open: OpenHistogram): boolean {
  switch (tag) {
    case 0x08:
      open.count = readWhole(reader)
      return true
    case 0x11:
      open.count = reader.readDouble()
      return true
    case 0x19:
      readSum(reader, open)
      return true
    case 0x20:
      open.schema = reader.readZigZag32()
      return true
    case 0x29:
      open.zeroThreshold = reader.readDouble()
      return true
    case 0x30:
      open.zeroCount = readWhole(reader)
      return true
    case 0x39:
      open.zeroCount = reader.readDouble()
      return true
    case 0x78:
      open.timeUs = readTimeUs(reader)
      return true
    case 0x88:
      open.startUs = readTimeUs(reader)
      return true
    default:
      return false
  }
}

function readWhole(reader: WireReader): number {
  reader.readVarint64()
  return reader.unsigned()
}

function readSum(reader: WireReader, open: OpenHistogram): void {
  reader.readFixed64()
  open.isStale = reader.high === staleHigh && reader.low === staleLow
  open.sum = reader.double()
}

interface Field {
  tag: number
  end: number
  open: OpenHistogram
}

function readBuckets(reader: WireReader, { tag, end, open }: Field): boolean {
  const { negative, positive, bounds } = open
  if (tag === 0x42) addSpan(negative.spans, readSpan(reader, reader.readEnd(end)))
  else if (tag === 0x5a) addSpan(positive.spans, readSpan(reader, reader.readEnd(end)))
  else if (tag === 0x4a) readNumbers(reader, reader.readEnd(end), { into: negative.deltas, read: readDelta })
  else if (tag === 0x62) readNumbers(reader, reader.readEnd(end), { into: positive.deltas, read: readDelta })
  else if (tag === 0x52) readNumbers(reader, reader.readEnd(end), { into: negative.counts, read: readDouble })
  else if (tag === 0x6a) readNumbers(reader, reader.readEnd(end), { into: positive.counts, read: readDouble })
  else if (tag === 0x82) readNumbers(reader, reader.readEnd(end), { into: bounds, read: readDouble })
  else return readLooseNumber(reader, tag, open)
  return true
}

/** Reads unpacked list items, which the format allows. */
function readLooseNumber(reader: WireReader, tag: number, { negative, positive, bounds }: OpenHistogram): boolean {
  if (tag === 0x48) addNumber(negative.deltas, readDelta(reader))
  else if (tag === 0x60) addNumber(positive.deltas, readDelta(reader))
  else if (tag === 0x51) addNumber(negative.counts, reader.readDouble())
  else if (tag === 0x69) addNumber(positive.counts, reader.readDouble())
  else if (tag === 0x81) addNumber(bounds, reader.readDouble())
  else return false
  return true
}

function readDelta(reader: WireReader): number {
  return reader.readZigZag64()
}

function readSpan(reader: WireReader, end: number): Span {
  const span: Span = { offset: 0, length: 0 }
  while (reader.isBefore(end)) {
    const tag = reader.readTag()
    if (tag === 0x08) span.offset = reader.readZigZag32()
    else if (tag === 0x10) span.length = reader.readVarint32()
    else reader.skip(tag, end)
  }
  return span
}

function addSpan(spans: Span[], span: Span): void {
  if (spans.length >= bucketsMax) throw tooManyBuckets()
  spans.push(span)
}

function tooManyBuckets(): MalformedError {
  return new MalformedError(`a point has more than ${bucketsMax} buckets`)
}

/** All buckets from the first to the last, with empty ones between the spans. */
function expand({ spans, deltas, counts }: Side): ExponentialBuckets {
  const given = counts.length > 0 ? counts : sumUp(deltas)
  const [first] = spans
  if (first === undefined) {
    if (given.length > 0) throw new MalformedError('a histogram has counts without a bucket')
    return { offset: 0, counts: [] }
  }
  const all: number[] = []
  let used = 0
  for (const [index, { offset, length }] of spans.entries()) {
    const gap = index === 0 ? 0 : offset
    if (gap < 0) throw new MalformedError('spans of a histogram overlap')
    if (all.length + gap + length > bucketsMax) throw tooManyBuckets()
    for (let empty = 0; empty < gap; empty += 1) all.push(0)
    for (let bucket = 0; bucket < length; bucket += 1) all.push(given[used++] ?? Number.NaN)
  }
  if (used !== given.length || all.some(Number.isNaN))
    throw new MalformedError('spans of a histogram do not fit its counts')
  return { offset: first.offset, counts: all }
}

function sumUp(deltas: readonly number[]): number[] {
  let count = 0
  return deltas.map((delta) => (count += delta))
}

function commonOf({ count, sum, isStale, timeUs, startUs }: OpenHistogram) {
  const flags = isStale ? noValueFlag : 0
  const common = { count, sum, min: undefined, max: undefined, timeUs, startUs, flags }
  return { ...common, attributes: [], exemplars: noExemplars }
}

/** Bucket i of Prometheus ends at the i-th power of the base; in OpenTelemetry it starts there. */
function toExponentialHistogram(open: OpenHistogram): ExponentialHistogramPoint {
  const { schema, zeroThreshold, zeroCount } = open
  if (schema < schemaMin || schema > schemaMax) throw new MalformedError(`unsupported histogram schema ${schema}`)
  const [positive, negative] = [expand(open.positive), expand(open.negative)]
  return {
    type: 'exponential_histogram',
    ...commonOf(open),
    scale: schema,
    zeroCount,
    zeroThreshold,
    positive: { ...positive, offset: positive.offset - 1 },
    negative: { ...negative, offset: negative.offset - 1 },
  }
}

function toHistogram(open: OpenHistogram): HistogramPoint {
  const { offset, counts } = expand(open.positive)
  const { bounds } = open
  const missing = bounds.length + 1 - offset - counts.length
  if (offset < 0 || missing < 0) throw new MalformedError('a histogram has counts outside its bounds')
  const zeros = (length: number) => new Array<number>(length).fill(0)
  return {
    type: 'histogram',
    ...commonOf(open),
    bounds,
    counts: [...zeros(offset), ...counts, ...zeros(missing)],
  }
}
