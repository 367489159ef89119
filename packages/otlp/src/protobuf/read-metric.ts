import type { Metric, MetricPoint, Temporality } from '../model.js'
import type { WireReader } from '../wire/wire-reader.js'
import { readExponentialHistogramPoint } from './read-exponential-point.js'
import { readHistogramPoint, readNumberPoint, readSummaryPoint } from './read-point.js'
import { checkCount, itemsMax, readOwnMessage, type ReadMessage } from './walk-request.js'

/** A metric being read. */
interface OpenMetric extends Metric {
  points: (MetricPoint | undefined)[]
}

/** The kinds of data in a metric, by the tag of their field. */
const kindsByTag: ReadonlyMap<number, { kind: Metric['kind']; readPoint: ReadMessage<MetricPoint> }> = new Map([
  [0x2a, { kind: 'gauge', readPoint: readNumberPoint }],
  [0x3a, { kind: 'sum', readPoint: readNumberPoint }],
  [0x4a, { kind: 'histogram', readPoint: readHistogramPoint }],
  [0x52, { kind: 'exponential_histogram', readPoint: readExponentialHistogramPoint }],
  [0x5a, { kind: 'summary', readPoint: readSummaryPoint }],
])

/** Reads a `Metric` that ends at `end`. Without data, it is a gauge without points. */
export function readMetric(reader: WireReader, end: number): Metric {
  const metric: OpenMetric = {
    name: '',
    unit: '',
    description: '',
    kind: 'gauge',
    temporality: 0,
    isMonotonic: false,
    points: [],
  }
  while (reader.isBefore(end)) {
    const tag = reader.readTag()
    const held = kindsByTag.get(tag)
    if (held !== undefined) {
      metric.kind = held.kind
      readPoints(reader, reader.readEnd(end), { metric, readPoint: held.readPoint })
    } else if (tag === 0x0a) metric.name = reader.readText(end)
    else if (tag === 0x12) metric.description = reader.readText(end)
    else if (tag === 0x1a) metric.unit = reader.readText(end)
    else reader.skip(tag, end)
  }
  return metric
}

interface Points {
  metric: OpenMetric
  readPoint: ReadMessage<MetricPoint>
}

/** Reads a metric's data: points (1), for some kinds the temporality (2), for sums whether they are monotonic (3). */
function readPoints(reader: WireReader, end: number, { metric, readPoint }: Points): void {
  while (reader.isBefore(end)) {
    const tag = reader.readTag()
    if (tag === 0x0a) {
      checkCount(metric.points.length + 1, itemsMax, 'points')
      metric.points.push(readOwnMessage(reader, reader.readEnd(end), readPoint))
    } else if (tag === 0x10) metric.temporality = toTemporality(reader.readVarint32())
    else if (tag === 0x18 && metric.kind === 'sum') metric.isMonotonic = reader.readVarint32() !== 0
    else reader.skip(tag, end)
  }
}

/** Unknown values count as unspecified. */
export function toTemporality(value: unknown): Temporality {
  return value === 1 || value === 2 ? value : 0
}
