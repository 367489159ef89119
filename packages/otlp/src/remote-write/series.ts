import type { AttributeValue, Exemplar, Group, Metric, MetricPoint, NumberPoint } from '../model.js'
import { noScope } from '../protobuf/common.js'
import type { WireReader } from '../wire/wire-reader.js'

export type Label = readonly [name: string, value: string]

/** What a sender says of the metric of a series; version 1 says nothing. */
export interface SeriesMetadata {
  /** Undefined when it is to be told by the name. */
  countsUp: boolean | undefined
  unit: string
  description: string
}

/** One series of a Prometheus server, with its samples. */
export interface Series {
  labels: readonly Label[]
  /** Undefined for one that cannot be read. */
  points: readonly (MetricPoint | undefined)[]
  metadata: SeriesMetadata
}

export const noMetadata: SeriesMetadata = { countsUp: undefined, unit: '', description: '' }

/** Labels that say who was asked, which OpenTelemetry has among the attributes of the resource. */
const resourceNames: ReadonlyMap<string, string> = new Map([
  ['job', 'service.name'],
  ['instance', 'service.instance.id'],
])

/** By convention these count up. */
const countsUpByName = /_(?:total|count|sum|bucket)$/

/** A series as a metric of its own: native histograms, sums since a start, or gauges. */
export function toGroup({ labels, points, metadata }: Series): Group<Metric> {
  const name = labels.find(([label]) => label === '__name__')?.[1] ?? ''
  const resource: (readonly [string, AttributeValue])[] = []
  const attributes: Label[] = []
  for (const [label, value] of labels) {
    const known = resourceNames.get(label)
    if (known !== undefined) resource.push([known, value])
    else if (label !== '__name__') attributes.push([label, value])
  }
  const metric: Metric = {
    name,
    unit: metadata.unit,
    description: metadata.description,
    ...toKind(points, metadata.countsUp ?? countsUpByName.test(name)),
    points: points.map((point) => point && { ...point, attributes }),
  }
  return { resource: { attributes: resource }, scope: noScope, items: [metric] }
}

function toKind(points: Series['points'], countsUp: boolean): Pick<Metric, 'kind' | 'temporality' | 'isMonotonic'> {
  const type = points.find((point) => point !== undefined)?.type
  if (type === 'histogram' || type === 'exponential_histogram')
    return { kind: type, temporality: 2, isMonotonic: false }
  return countsUp
    ? { kind: 'sum', temporality: 2, isMonotonic: true }
    : { kind: 'gauge', temporality: 0, isMonotonic: false }
}

/** Milliseconds of a varint, as Unix microseconds; none before 1970. */
export function readTimeUs(reader: WireReader): number {
  reader.readVarint64()
  return Math.max(0, Number(reader.signed()) * 1_000)
}

/** Reads a sample that ends at `end`; the same message in both versions, but for the start that the second may have. */
export function readSample(reader: WireReader, end: number): NumberPoint {
  let [value, timeUs, startUs] = [0, 0, 0]
  while (reader.isBefore(end)) {
    const tag = reader.readTag()
    if (tag === 0x09) value = reader.readDouble()
    else if (tag === 0x10) timeUs = readTimeUs(reader)
    else if (tag === 0x18) startUs = readTimeUs(reader)
    else reader.skip(tag, end)
  }
  return { type: 'number', value, timeUs, startUs, flags: 0, attributes: [], exemplars: noExemplars }
}

export const noExemplars: readonly Exemplar[] = []
