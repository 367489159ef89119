import { MalformedError } from '../malformed-error.js'
import type { Exemplar, Group, Metric, MetricPoint } from '../model.js'
import { addNumber, readNumbers } from '../protobuf/read-numbers.js'
import { checkCount, readOwnMessage } from '../protobuf/walk-request.js'
import { WireReader } from '../wire/wire-reader.js'
import { readNativeHistogram } from './read-native-histogram.js'
import { SampleLimits } from './sample-limits.js'
import {
  describeSeries,
  noMetadata,
  readSample,
  readTimeUs,
  toGroup,
  type Label,
  type SeriesMetadata,
} from './series.js'
import type { ReadOptions, SeriesSamples } from './remembered-series.js'
import type { SurveyedSeries } from './survey-remote-write.js'

/** Maximum labels over all series of a request: two bytes on the wire take fifty in memory. */
const labelsMax = 1_000_000
/** A label and its two texts, as in version 1. */
const partsPerLabel = 3
const [traceLabel, spanLabel] = ['trace_id', 'span_id']

/**
 * By type number: counters are monotonic; gauges, gauge histograms, info and state sets are not; for others the name
 * decides.
 */
const countsUpByType: readonly (boolean | undefined)[] = [
  undefined,
  true,
  false,
  undefined,
  false,
  undefined,
  false,
  false,
]

/** A request being read. */
interface OpenRequest {
  reader: WireReader
  symbols: readonly string[]
  limits: SampleLimits
  labels: number
}

/** A series being read. */
interface OpenSeries {
  references: number[]
  points: (MetricPoint | undefined)[]
  exemplars: Exemplar[]
  metadata: SeriesMetadata
  /** Start of the accumulation, for samples without their own; Unix microseconds, 0 if unknown. */
  createdUs: number
}

/**
 * Decodes the series of an uncompressed remote write request of version 2 (`io.prometheus.write.v2.Request`) as metrics
 * with one series each. A series' metadata decides whether it is monotonic; without it, its name does. Exemplars are
 * attached to the last point of their series.
 * @throws MalformedError, also for a reference to a missing symbol; TooLargeError
 */
export function decodeRemoteWrite2(body: Uint8Array): Group<Metric>[] {
  return readRemoteWrite2(body, { derive: (series) => series }).map(({ known, points }) => toGroup(known, points))
}

/**
 * Reads the points of a request of version 2, and whether they have a name.
 * @throws MalformedError, TooLargeError
 */
export function peekRemoteWrite2(body: Uint8Array): SurveyedSeries[] {
  return readRemoteWrite2(body, { derive: ({ name }) => name !== '' }).map(({ known, points }) => ({
    isNamed: known,
    points,
  }))
}

/**
 * Reads the series of a request of version 2. `derive` is called only for series that are not remembered.
 * @throws MalformedError, TooLargeError
 */
export function readRemoteWrite2<Known>(body: Uint8Array, options: ReadOptions<Known>): SeriesSamples<Known>[] {
  const reader = new WireReader(body)
  const symbols: string[] = []
  const places: { start: number; end: number }[] = []
  while (reader.isBefore(reader.length)) {
    const tag = reader.readTag()
    if (tag === 0x22) symbols.push(reader.readText(reader.length))
    else if (tag === 0x2a) {
      const end = reader.readEnd(reader.length)
      places.push({ start: reader.position, end })
      reader.moveTo(end)
    } else reader.skip(tag, reader.length)
  }
  // Fields may be in any order, so the series are read once all symbols are known.
  const request: OpenRequest = { reader, symbols, limits: new SampleLimits(), labels: 0 }
  return places.map(({ start, end }) => {
    reader.moveTo(start)
    return readSeries(request, end, options)
  })
}

function readSeries<Known>(request: OpenRequest, end: number, options: ReadOptions<Known>): SeriesSamples<Known> {
  const { reader, limits } = request
  const series: OpenSeries = { references: [], points: [], exemplars: [], metadata: noMetadata, createdUs: 0 }
  while (reader.isBefore(end)) {
    const tag = reader.readTag()
    if (tag === 0x12) series.points.push(readSample(reader, reader.readEnd(end)))
    else if (tag === 0x1a) series.points.push(readOwnMessage(reader, reader.readEnd(end), readNativeHistogram))
    else if (tag === 0x22) series.exemplars.push(...readExemplar(request, reader.readEnd(end)))
    else if (tag === 0x2a) series.metadata = readMetadata(request, reader.readEnd(end))
    else if (tag === 0x30) series.createdUs = readTimeUs(reader)
    else readReferences(reader, { tag, end, into: series.references })
  }
  limits.count(series.points)
  const points = completePoints(series)
  return { known: findSeries(toLabels(request, series.references), series.metadata, options), points }
}

function findSeries<Known>(
  labels: readonly Label[],
  metadata: SeriesMetadata,
  { remembered, derive }: ReadOptions<Known>,
): Known {
  const describe = () => derive(describeSeries(labels, metadata))
  if (remembered === undefined) return describe()
  const { countsUp, unit, description } = metadata
  let key = keyOf(String(countsUp)) + keyOf(unit) + keyOf(description)
  for (const [name, value] of labels) key += keyOf(name) + keyOf(value)
  const found = remembered.find(key)
  if (found !== undefined) return found.known
  const known = describe()
  remembered.add(key, { known, parts: partsPerLabel * labels.length })
  return known
}

/** Lengths keep texts apart, and keys apart from the labels of version 1. */
const keyOf = (text: string) => `${text.length}:${text}`

function readReferences(reader: WireReader, { tag, end, into }: { tag: number; end: number; into: number[] }): void {
  const read = () => reader.readVarint32()
  if (tag === 0x0a) readNumbers(reader, reader.readEnd(end), { into, read })
  else if (tag === 0x08) addNumber(into, read())
  else reader.skip(tag, end)
}

function toLabels(request: OpenRequest, references: readonly number[]): Label[] {
  if (references.length % 2 === 1) throw new MalformedError('a label has no value')
  request.labels += references.length / 2
  checkCount(request.labels, labelsMax, 'labels')
  return Array.from({ length: references.length / 2 }, (_, index) => [
    symbolAt(request, references[2 * index]),
    symbolAt(request, references[2 * index + 1]),
  ])
}

function symbolAt({ symbols }: OpenRequest, reference = 0): string {
  const symbol = symbols[reference]
  if (symbol === undefined) throw new MalformedError(`unknown symbol ${reference}`)
  return symbol
}

/** @returns An empty list for an exemplar that names no trace, since it would lead nowhere. */
function readExemplar(request: OpenRequest, end: number): Exemplar[] {
  const { reader } = request
  const references: number[] = []
  let value = 0
  while (reader.isBefore(end)) {
    const tag = reader.readTag()
    if (tag === 0x11) value = reader.readDouble()
    else readReferences(reader, { tag, end, into: references })
  }
  const labels = new Map(toLabels(request, references))
  const traceId = labels.get(traceLabel)
  return traceId === undefined ? [] : [{ value, traceId, spanId: labels.get(spanLabel) ?? '' }]
}

function readMetadata(request: OpenRequest, end: number): SeriesMetadata {
  const { reader } = request
  let [type, help, unit] = [0, 0, 0]
  while (reader.isBefore(end)) {
    const tag = reader.readTag()
    if (tag === 0x08) type = reader.readVarint32()
    else if (tag === 0x18) help = reader.readVarint32()
    else if (tag === 0x20) unit = reader.readVarint32()
    else reader.skip(tag, end)
  }
  const textOf = (reference: number) => (reference === 0 ? '' : symbolAt(request, reference))
  return { countsUp: countsUpByType[type], unit: textOf(unit), description: textOf(help) }
}

function completePoints({ points, exemplars, createdUs }: OpenSeries): (MetricPoint | undefined)[] {
  return points.map((point, index) => {
    const startUs = point?.startUs || createdUs
    return point && { ...point, startUs, ...(index === points.length - 1 && { exemplars }) }
  })
}
