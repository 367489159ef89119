import type { Exemplar, ExponentialBuckets, Metric, MetricPoint } from '../model.js'
import { addNumber } from '../protobuf/read-numbers.js'
import { toTemporality } from '../protobuf/read-metric.js'
import { checkCount, itemsMax } from '../protobuf/walk-request.js'
import { readAttributes } from './common.js'
import { temporalityNames } from './enums.js'
import {
  countOf,
  enumOf,
  fieldOf,
  hexOf,
  listOf,
  numberOf,
  textOf,
  timeOf,
  toFields,
  toNumber,
  type JsonFields,
} from './json-fields.js'
import { readOwn } from './walk-request.js'

type ReadPoint = (fields: JsonFields) => MetricPoint

/** The kinds of data in a metric, by field name. */
const kinds: readonly { field: string; kind: Metric['kind']; readPoint: ReadPoint }[] = [
  { field: 'gauge', kind: 'gauge', readPoint: readNumberPoint },
  { field: 'sum', kind: 'sum', readPoint: readNumberPoint },
  { field: 'histogram', kind: 'histogram', readPoint: readHistogramPoint },
  { field: 'exponentialHistogram', kind: 'exponential_histogram', readPoint: readExponentialHistogramPoint },
  { field: 'summary', kind: 'summary', readPoint: readSummaryPoint },
]

/** @throws MalformedError */
export function readMetric(fields: JsonFields): Metric {
  const found = kinds.find(({ field }) => fieldOf(fields, field) !== undefined)
  const held = found === undefined ? {} : toFields(fieldOf(fields, found.field))
  const sent = listOf(held, 'dataPoints')
  checkCount(sent.length, itemsMax, 'points')
  return {
    name: textOf(fields, 'name'),
    unit: textOf(fields, 'unit'),
    description: textOf(fields, 'description'),
    kind: found?.kind ?? 'gauge',
    temporality: toTemporality(enumOf(held, 'aggregationTemporality', temporalityNames)),
    isMonotonic: fieldOf(held, 'isMonotonic') === true,
    points: found === undefined ? [] : sent.map((point) => readOwn(point, found.readPoint)),
  }
}

function readCommon(fields: JsonFields) {
  return {
    attributes: readAttributes(fields),
    exemplars: listOf(fields, 'exemplars').map((exemplar) => readExemplar(toFields(exemplar))),
    startUs: timeOf(fields, 'startTimeUnixNano').us,
    timeUs: timeOf(fields, 'timeUnixNano').us,
    flags: countOf(fields, 'flags'),
  }
}

function readExemplar(fields: JsonFields): Exemplar {
  return { value: valueOf(fields) ?? 0, traceId: hexOf(fields, 'traceId'), spanId: hexOf(fields, 'spanId') }
}

function valueOf(fields: JsonFields): number | undefined {
  return numberOf(fields, 'asDouble') ?? numberOf(fields, 'asInt')
}

function readNumberPoint(fields: JsonFields): MetricPoint {
  return { type: 'number', ...readCommon(fields), value: valueOf(fields) }
}

function readHistogramPoint(fields: JsonFields): MetricPoint {
  return {
    type: 'histogram',
    ...readCommon(fields),
    ...readTotals(fields),
    bounds: numbersOf(fields, 'explicitBounds'),
    counts: numbersOf(fields, 'bucketCounts'),
  }
}

function readExponentialHistogramPoint(fields: JsonFields): MetricPoint {
  return {
    type: 'exponential_histogram',
    ...readCommon(fields),
    ...readTotals(fields),
    scale: numberOf(fields, 'scale') ?? 0,
    zeroCount: numberOf(fields, 'zeroCount') ?? 0,
    zeroThreshold: numberOf(fields, 'zeroThreshold') ?? 0,
    positive: readBuckets(fields, 'positive'),
    negative: readBuckets(fields, 'negative'),
  }
}

function readTotals(fields: JsonFields) {
  return {
    count: numberOf(fields, 'count') ?? 0,
    sum: numberOf(fields, 'sum'),
    min: numberOf(fields, 'min'),
    max: numberOf(fields, 'max'),
  }
}

function readBuckets(fields: JsonFields, name: string): ExponentialBuckets {
  const buckets = toFields(fieldOf(fields, name) ?? {})
  return { offset: numberOf(buckets, 'offset') ?? 0, counts: numbersOf(buckets, 'bucketCounts') }
}

function numbersOf(fields: JsonFields, name: string): number[] {
  const numbers: number[] = []
  for (const value of listOf(fields, name)) addNumber(numbers, toNumber(value, name))
  return numbers
}

function readSummaryPoint(fields: JsonFields): MetricPoint {
  const quantiles = listOf(fields, 'quantileValues').map((value) => {
    const pair = toFields(value)
    return [numberOf(pair, 'quantile') ?? 0, numberOf(pair, 'value') ?? 0] as const
  })
  const { count, sum = 0 } = readTotals(fields)
  return { type: 'summary', ...readCommon(fields), count, sum, quantiles }
}
