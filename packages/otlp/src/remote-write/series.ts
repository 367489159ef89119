import type { AttributeValue, Exemplar, Group, Metric, MetricPoint, NumberPoint } from '../model.js'
import { noScope } from '../protobuf/common.js'
import type { WireReader } from '../wire/wire-reader.js'

export type Label = readonly [name: string, value: string]

/** A sender's metadata for a series' metric; not available in version 1. */
export interface SeriesMetadata {
  /** Whether it is monotonic; undefined if the name decides. */
  countsUp: boolean | undefined
  unit: string
  description: string
}

/** One series of a Prometheus server, with its samples. */
export interface Series {
  labels: readonly Label[]
  /** Undefined for points that cannot be read. */
  points: readonly (MetricPoint | undefined)[]
  metadata: SeriesMetadata
}

export const noMetadata: SeriesMetadata = { countsUp: undefined, unit: '', description: '' }

/** Labels for the scrape target, which are resource attributes in OpenTelemetry. */
const resourceNames: ReadonlyMap<string, string> = new Map([
  ['job', 'service.name'],
  ['instance', 'service.instance.id'],
])

/** By convention, these are monotonic. */
const countsUpByName = /_(?:total|count|sum|bucket)$/

/** Converts a series to its own metric: native histograms, cumulative sums, or gauges. */
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

/** Reads a varint of milliseconds as Unix microseconds; 0 for times before 1970. */
export function readTimeUs(reader: WireReader): number {
  reader.readVarint64()
  return Math.max(0, Number(reader.signed()) * 1_000)
}

/**
 * Reads a sample that ends at `end`; the message is the same in both versions, except for a start time in the second.
 */
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
