import type { AttributeValue, Exemplar, HistogramPoint, NumberPoint, SummaryPoint } from '../model.js'
import { toUnixUs } from '../unix-time.js'
import type { WireReader } from '../wire/wire-reader.js'
import { readKeyValue } from './common.js'
import { addNumber, readDouble, readFixedCount, readNumbers } from './read-numbers.js'

/** The common fields of all kinds of points, while being read. */
export function createPoint() {
  const attributes: (readonly [key: string, value: AttributeValue])[] = []
  const exemplars: Exemplar[] = []
  return { attributes, exemplars, startUs: 0, timeUs: 0, flags: 0 }
}
type OpenPoint = ReturnType<typeof createPoint>

/** Field numbers that differ between kinds of points. */
export interface PointTags {
  attributes: number
  flags: number
  exemplars: number | undefined
}

/** Reads a field common to all kinds of points, and skips any other. */
export function readPointField(
  reader: WireReader,
  { tag, end, tags }: { tag: number; end: number; tags: PointTags },
  point: OpenPoint,
): void {
  if (tag === 0x11) point.startUs = readUs(reader)
  else if (tag === 0x19) point.timeUs = readUs(reader)
  else if (tag === tags.attributes) point.attributes.push(readKeyValue(reader, reader.readEnd(end)))
  else if (tag === tags.flags) point.flags = reader.readVarint32()
  else if (tag === tags.exemplars) point.exemplars.push(readExemplar(reader, reader.readEnd(end)))
  else reader.skip(tag, end)
}

const numberTags: PointTags = { attributes: 0x3a, flags: 0x40, exemplars: 0x2a }
const histogramTags: PointTags = { attributes: 0x4a, flags: 0x50, exemplars: 0x42 }
const summaryTags: PointTags = { attributes: 0x3a, flags: 0x40, exemplars: undefined }

/** Reads a `NumberDataPoint` that ends at `end`. */
export function readNumberPoint(reader: WireReader, end: number): NumberPoint {
  const point = createPoint()
  let value: number | undefined
  while (reader.isBefore(end)) {
    const tag = reader.readTag()
    if (tag === 0x21) value = reader.readDouble()
    else if (tag === 0x31) value = readSigned(reader)
    else readPointField(reader, { tag, end, tags: numberTags }, point)
  }
  return { type: 'number', ...point, value }
}

/** Reads a `HistogramDataPoint` that ends at `end`. */
export function readHistogramPoint(reader: WireReader, end: number): HistogramPoint {
  const point = createPoint()
  const totals: Pick<HistogramPoint, 'sum' | 'min' | 'max'> = { sum: undefined, min: undefined, max: undefined }
  const [bounds, counts]: [number[], number[]] = [[], []]
  let count = 0
  while (reader.isBefore(end)) {
    const tag = reader.readTag()
    if (tag === 0x21) count = readFixedCount(reader)
    else if (tag === 0x29) totals.sum = reader.readDouble()
    else if (tag === 0x32) readNumbers(reader, reader.readEnd(end), { into: counts, read: readFixedCount })
    else if (tag === 0x31) addNumber(counts, readFixedCount(reader))
    else if (tag === 0x3a) readNumbers(reader, reader.readEnd(end), { into: bounds, read: readDouble })
    else if (tag === 0x39) addNumber(bounds, reader.readDouble())
    else if (tag === 0x59) totals.min = reader.readDouble()
    else if (tag === 0x61) totals.max = reader.readDouble()
    else readPointField(reader, { tag, end, tags: histogramTags }, point)
  }
  return { type: 'histogram', ...point, ...totals, count, bounds, counts }
}

/** Reads a `SummaryDataPoint` that ends at `end`. */
export function readSummaryPoint(reader: WireReader, end: number): SummaryPoint {
  const point = createPoint()
  const quantiles: (readonly [number, number])[] = []
  let [count, sum] = [0, 0]
  while (reader.isBefore(end)) {
    const tag = reader.readTag()
    if (tag === 0x21) count = readFixedCount(reader)
    else if (tag === 0x29) sum = reader.readDouble()
    else if (tag === 0x32) quantiles.push(readQuantile(reader, reader.readEnd(end)))
    else readPointField(reader, { tag, end, tags: summaryTags }, point)
  }
  return { type: 'summary', ...point, count, sum, quantiles }
}

function readQuantile(reader: WireReader, end: number): readonly [number, number] {
  let [quantile, value] = [0, 0]
  while (reader.isBefore(end)) {
    const tag = reader.readTag()
    if (tag === 0x09) quantile = reader.readDouble()
    else if (tag === 0x11) value = reader.readDouble()
    else reader.skip(tag, end)
  }
  return [quantile, value]
}

function readExemplar(reader: WireReader, end: number): Exemplar {
  let [value, traceId, spanId] = [0, '', '']
  while (reader.isBefore(end)) {
    const tag = reader.readTag()
    if (tag === 0x19) value = reader.readDouble()
    else if (tag === 0x31) value = readSigned(reader)
    else if (tag === 0x22) spanId = reader.readHex(end)
    else if (tag === 0x2a) traceId = reader.readHex(end)
    else reader.skip(tag, end)
  }
  return { value, traceId, spanId }
}

function readSigned(reader: WireReader): number {
  reader.readFixed64()
  return Number(reader.signed())
}

function readUs(reader: WireReader): number {
  reader.readFixed64()
  return toUnixUs(reader.high, reader.low)
}
