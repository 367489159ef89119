import type { ExponentialBuckets, ExponentialHistogramPoint } from '../model.js'
import type { WireReader } from '../wire/wire-reader.js'
import { addNumber, readFixedCount, readNumbers, readVarintCount } from './read-numbers.js'
import { createPoint, readPointField, type PointTags } from './read-point.js'

const tags: PointTags = { attributes: 0x0a, flags: 0x50, exemplars: 0x5a }
const noBuckets: ExponentialBuckets = { offset: 0, counts: [] }

type Point = Omit<ExponentialHistogramPoint, 'type'>

/** Reads an `ExponentialHistogramDataPoint` that ends at `end`. */
export function readExponentialHistogramPoint(reader: WireReader, end: number): ExponentialHistogramPoint {
  const common = createPoint()
  const own: Omit<Point, keyof typeof common> = {
    count: 0,
    sum: undefined,
    min: undefined,
    max: undefined,
    scale: 0,
    zeroCount: 0,
    zeroThreshold: 0,
    positive: noBuckets,
    negative: noBuckets,
  }
  while (reader.isBefore(end)) {
    const tag = reader.readTag()
    if (tag === 0x42) own.positive = readBuckets(reader, reader.readEnd(end))
    else if (tag === 0x4a) own.negative = readBuckets(reader, reader.readEnd(end))
    else if (!readTotal(reader, tag, own)) readPointField(reader, { tag, end, tags }, common)
  }
  return { type: 'exponential_histogram', ...common, ...own }
}

type Totals = Pick<Point, 'count' | 'sum' | 'min' | 'max' | 'scale' | 'zeroCount' | 'zeroThreshold'>

function readTotal(reader: WireReader, tag: number, totals: Totals): boolean {
  switch (tag) {
    case 0x21:
      totals.count = readFixedCount(reader)
      return true
    case 0x29:
      totals.sum = reader.readDouble()
      return true
    case 0x30:
      totals.scale = reader.readZigZag32()
      return true
    case 0x39:
      totals.zeroCount = readFixedCount(reader)
      return true
    case 0x61:
      totals.min = reader.readDouble()
      return true
    case 0x69:
      totals.max = reader.readDouble()
      return true
    case 0x71:
      totals.zeroThreshold = reader.readDouble()
      return true
    default:
      return false
  }
}

function readBuckets(reader: WireReader, end: number): ExponentialBuckets {
  const counts: number[] = []
  let offset = 0
  while (reader.isBefore(end)) {
    const tag = reader.readTag()
    if (tag === 0x08) offset = reader.readZigZag32()
    else if (tag === 0x12) readNumbers(reader, reader.readEnd(end), { into: counts, read: readVarintCount })
    else if (tag === 0x10) addNumber(counts, readVarintCount(reader))
    else reader.skip(tag, end)
  }
  return { offset, counts }
}
