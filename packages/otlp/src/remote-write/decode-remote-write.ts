import type { Group, Metric, MetricPoint } from '../model.js'
import { readOwnMessage } from '../protobuf/walk-request.js'
import { WireReader } from '../wire/wire-reader.js'
import { readNativeHistogram } from './read-native-histogram.js'
import { SampleLimits } from './sample-limits.js'
import { noMetadata, readSample, toGroup, type Label, type Series } from './series.js'

/**
 * Decodes the series of an uncompressed Prometheus remote write request of version 1 (`prometheus.WriteRequest`) as
 * metrics with one series each: series with a monotonic name are sums, native histograms are histograms, the others
 * gauges.
 * @throws MalformedError, TooLargeError
 */
export function decodeRemoteWrite(body: Uint8Array): Group<Metric>[] {
  const reader = new WireReader(body)
  const groups: Group<Metric>[] = []
  const limits = new SampleLimits()
  while (reader.isBefore(reader.length)) {
    const tag = reader.readTag()
    if (tag !== 0x0a) {
      reader.skip(tag, reader.length)
      continue
    }
    const series = readSeries(reader, reader.readEnd(reader.length))
    limits.count(series.points)
    groups.push(toGroup(series))
  }
  return groups
}

function readSeries(reader: WireReader, end: number): Series {
  const labels: Label[] = []
  const points: (MetricPoint | undefined)[] = []
  while (reader.isBefore(end)) {
    const tag = reader.readTag()
    if (tag === 0x0a) labels.push(readLabel(reader, reader.readEnd(end)))
    else if (tag === 0x12) points.push(readSample(reader, reader.readEnd(end)))
    else if (tag === 0x22) points.push(readOwnMessage(reader, reader.readEnd(end), readNativeHistogram))
    else reader.skip(tag, end)
  }
  return { labels, points, metadata: noMetadata }
}

function readLabel(reader: WireReader, end: number): Label {
  let [name, value] = ['', '']
  while (reader.isBefore(end)) {
    const tag = reader.readTag()
    if (tag === 0x0a) name = reader.readText(end)
    else if (tag === 0x12) value = reader.readText(end)
    else reader.skip(tag, end)
  }
  return [name, value]
}
