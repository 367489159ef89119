import type { AttributeValue, Group, Metric, NumberPoint } from '../model.js'
import { noScope } from '../protobuf/common.js'
import { checkCount, itemsMax } from '../protobuf/walk-request.js'
import { WireReader } from '../wire/wire-reader.js'

type Label = readonly [name: string, value: string]

/** One series of a Prometheus server, with its samples. */
interface Series {
  labels: Label[]
  points: (NumberPoint | undefined)[]
}

/** Labels that say who was asked, which OpenTelemetry has among the attributes of the resource. */
const resourceNames: ReadonlyMap<string, string> = new Map([
  ['job', 'service.name'],
  ['instance', 'service.instance.id'],
])

/** Samples carry no kind: by convention these count up. */
const countsUp = /_(?:total|count|sum|bucket)$/

/**
 * The series of a Prometheus remote write request of version 1, inflated, as metrics of one sample series each: those that
 * count up by their name are sums, the others gauges. Native histograms are points that cannot be read.
 * @throws MalformedError, TooLargeError
 */
export function decodeRemoteWrite(body: Uint8Array): Group<Metric>[] {
  const reader = new WireReader(body)
  const groups: Group<Metric>[] = []
  let samples = 0
  while (reader.isBefore(reader.length)) {
    const tag = reader.readTag()
    if (tag !== 0x0a) {
      reader.skip(tag, reader.length)
      continue
    }
    const series = readSeries(reader, reader.readEnd(reader.length))
    samples += series.points.length
    checkCount(samples, itemsMax, 'samples')
    groups.push(toGroup(series))
  }
  return groups
}

function readSeries(reader: WireReader, end: number): Series {
  const series: Series = { labels: [], points: [] }
  while (reader.isBefore(end)) {
    const tag = reader.readTag()
    if (tag === 0x0a) series.labels.push(readLabel(reader, reader.readEnd(end)))
    else if (tag === 0x12) series.points.push(readSample(reader, reader.readEnd(end)))
    else {
      if (tag === 0x22) series.points.push(undefined)
      reader.skip(tag, end)
    }
  }
  return series
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

function readSample(reader: WireReader, end: number): NumberPoint {
  let [value, timeUs] = [0, 0]
  while (reader.isBefore(end)) {
    const tag = reader.readTag()
    if (tag === 0x09) value = reader.readDouble()
    else if (tag === 0x10) {
      reader.readVarint64()
      timeUs = Math.max(0, Number(reader.signed()) * 1_000)
    } else reader.skip(tag, end)
  }
  return { type: 'number', value, timeUs, startUs: 0, flags: 0, attributes: [], exemplars: [] }
}

function toGroup({ labels, points }: Series): Group<Metric> {
  const name = labels.find(([label]) => label === '__name__')?.[1] ?? ''
  const resource: (readonly [string, AttributeValue])[] = []
  const attributes: Label[] = []
  for (const [label, value] of labels) {
    const known = resourceNames.get(label)
    if (known !== undefined) resource.push([known, value])
    else if (label !== '__name__') attributes.push([label, value])
  }
  const isSum = countsUp.test(name)
  const metric: Metric = {
    name,
    unit: '',
    description: '',
    kind: isSum ? 'sum' : 'gauge',
    temporality: isSum ? 2 : 0,
    isMonotonic: isSum,
    points: points.map((point) => point && { ...point, attributes }),
  }
  return { resource: { attributes: resource }, scope: noScope, items: [metric] }
}
