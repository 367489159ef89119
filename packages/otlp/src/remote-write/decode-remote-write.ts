import type { Group, Metric, MetricPoint } from '../model.js'
import { readOwnMessage } from '../protobuf/walk-request.js'
import { WireReader } from '../wire/wire-reader.js'
import { readNativeHistogram } from './read-native-histogram.js'
import { SampleLimits } from './sample-limits.js'
import { describeSeries, nameLabel, noMetadata, readSample, toGroup, type Label, type SeriesPoints } from './series.js'
import type { KnownLabels, ReadOptions, RememberedSeries, SeriesSamples } from './remembered-series.js'
import type { SurveyedSeries } from './survey-remote-write.js'

const [labelTag, sampleTag, histogramTag] = [0x0a, 0x12, 0x22]

/**
 * Reads the series of an uncompressed Prometheus remote write request of version 1 (`prometheus.WriteRequest`). Labels
 * are decoded and `derive` is called only for series that are not remembered.
 * @throws MalformedError, TooLargeError
 */
export function readRemoteWrite<Known>(body: Uint8Array, options: ReadOptions<Known>): SeriesSamples<Known>[] {
  const { remembered, derive } = options
  const deriveFrom = (labels: readonly Label[]) => derive(describeSeries(labels, noMetadata))
  return walkSeries(body, (reader, end) => {
    const known = remembered && readRemembered(reader, end, { remembered, deriveFrom })
    if (known !== undefined) return known
    const labels: Label[] = []
    const points = readFields(reader, end, (labelEnd) => labels.push(readLabel(reader, labelEnd)))
    return { known: deriveFrom(labels), points }
  })
}

/**
 * Decodes the series of a request of version 1 as metrics with one series each: series with a monotonic name are sums,
 * native histograms are histograms, the others gauges.
 * @throws MalformedError, TooLargeError
 */
export function decodeRemoteWrite(body: Uint8Array): Group<Metric>[] {
  return readRemoteWrite(body, { derive: (series) => series }).map(({ known, points }) => toGroup(known, points))
}

/**
 * Reads the points of a request of version 1, and whether they have a name, without decoding the labels.
 * @throws MalformedError, TooLargeError
 */
export function peekRemoteWrite(body: Uint8Array): SurveyedSeries[] {
  return walkSeries(body, (reader, end) => {
    let isNamed: boolean | undefined
    const points = readFields(reader, end, (labelEnd) => {
      const found = peekName(reader, labelEnd)
      isNamed ??= found
    })
    return { isNamed: isNamed === true, points }
  })
}

function walkSeries<Series extends { points: SeriesPoints }>(
  body: Uint8Array,
  readSeries: (reader: WireReader, end: number) => Series,
): Series[] {
  const reader = new WireReader(body)
  const limits = new SampleLimits()
  const all: Series[] = []
  while (reader.isBefore(reader.length)) {
    const tag = reader.readTag()
    if (tag !== 0x0a) {
      reader.skip(tag, reader.length)
      continue
    }
    const series = readSeries(reader, reader.readEnd(reader.length))
    limits.count(series.points)
    all.push(series)
  }
  return all
}

/**
 * Reads a series by its remembered labels, and remembers them if they are new.
 * @returns undefined, at the same position, for a series whose labels are not all at its start.
 */
function readRemembered<Known>(
  reader: WireReader,
  end: number,
  source: { remembered: RememberedSeries<Known>; deriveFrom: (labels: readonly Label[]) => Known },
): SeriesSamples<Known> | undefined {
  const { position, parts } = reader
  const labelsEnd = reader.findRunEnd(labelTag, end)
  if (labelsEnd === position) return undefined
  const { known } = findLabels(reader, labelsEnd, source)
  let labelsLater = 0
  const points = readFields(reader, end, (labelEnd) => {
    labelsLater += 1
    reader.moveTo(labelEnd)
  })
  if (labelsLater === 0) return { known, points }
  reader.returnTo(position, parts)
  return undefined
}

function findLabels<Known>(
  reader: WireReader,
  labelsEnd: number,
  { remembered, deriveFrom }: { remembered: RememberedSeries<Known>; deriveFrom: (labels: readonly Label[]) => Known },
): KnownLabels<Known> {
  const { position, parts } = reader
  const key = reader.readBytes(position, labelsEnd)
  const found = remembered.find(key)
  if (found !== undefined) {
    reader.addParts(found.parts)
    reader.moveTo(labelsEnd)
    return found
  }
  const labels: Label[] = []
  readFields(reader, labelsEnd, (labelEnd) => labels.push(readLabel(reader, labelEnd)))
  const known = { known: deriveFrom(labels), parts: reader.parts - parts }
  remembered.add(key, known)
  return known
}

/** Reads the fields of a series up to `end`. `readOwnLabel` must move to the end that it is given. */
function readFields(reader: WireReader, end: number, readOwnLabel: (labelEnd: number) => void): SeriesPoints {
  const points: (MetricPoint | undefined)[] = []
  while (reader.isBefore(end)) {
    const tag = reader.readTag()
    if (tag === labelTag) readOwnLabel(reader.readEnd(end))
    else if (tag === sampleTag) points.push(readSample(reader, reader.readEnd(end)))
    else if (tag === histogramTag) points.push(readOwnMessage(reader, reader.readEnd(end), readNativeHistogram))
    else reader.skip(tag, end)
  }
  return points
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

/** @returns For the label with the metric's name, whether it is not empty; undefined for others. */
function peekName(reader: WireReader, end: number): boolean | undefined {
  let name = ''
  let hasValue = false
  while (reader.isBefore(end)) {
    const tag = reader.readTag()
    if (tag === 0x0a) name = reader.readText(end)
    else if (tag === 0x12) {
      const valueEnd = reader.readEnd(end)
      hasValue = valueEnd > reader.position
      reader.moveTo(valueEnd)
    } else reader.skip(tag, end)
  }
  return name === nameLabel ? hasValue : undefined
}
