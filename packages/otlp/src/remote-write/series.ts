import type { Attributes, Exemplar, Group, Metric, NumberPoint, Resource } from '../model.js'
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

/** What a series' labels and metadata say. */
export interface SeriesDescription extends Pick<Metric, 'name' | 'unit' | 'description'> {
  resource: Resource
  attributes: Attributes
  countsUp: boolean
}

/** A series' points in the order sent; undefined for those that cannot be read. */
export type SeriesPoints = Metric['points']

export const noMetadata: SeriesMetadata = { countsUp: undefined, unit: '', description: '' }

/** Label of the metric's name. */
export const nameLabel = '__name__'

/** Labels for the scrape target, which are resource attributes in OpenTelemetry. */
const resourceNames: ReadonlyMap<string, string> = new Map([
  ['job', 'service.name'],
  ['instance', 'service.instance.id'],
])

/** By convention, these are monotonic. */
const countsUpByName = /_(?:total|count|sum|bucket)$/

/** Finds the name, the target and the attributes of a series among its labels. */
export function describeSeries(labels: readonly Label[], metadata: SeriesMetadata): SeriesDescription {
  const name = labels.find(([label]) => label === nameLabel)?.[1] ?? ''
  const resource: Label[] = []
  const attributes: Label[] = []
  for (const [label, value] of labels) {
    const known = resourceNames.get(label)
    if (known !== undefined) resource.push([known, value])
    else if (label !== nameLabel) attributes.push([label, value])
  }
  const { countsUp = countsUpByName.test(name), unit, description } = metadata
  return { name, unit, description, resource: { attributes: resource }, attributes, countsUp }
}

/** Converts a series to its own metric: native histograms, cumulative sums, or gauges. */
export function toMetric(
  { name, unit, description, attributes, countsUp }: SeriesDescription,
  points: SeriesPoints,
): Metric {
  return {
    name,
    unit,
    description,
    ...toKind(points, countsUp),
    points: points.map((point) => point && { ...point, attributes }),
  }
}

/** Like `toMetric`, as the only metric of its resource. */
export function toGroup(series: SeriesDescription, points: SeriesPoints): Group<Metric> {
  return { resource: series.resource, scope: noScope, items: [toMetric(series, points)] }
}

function toKind(points: SeriesPoints, countsUp: boolean): Pick<Metric, 'kind' | 'temporality' | 'isMonotonic'> {
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
  let value = 0
  let timeUs = 0
  let startUs = 0
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
