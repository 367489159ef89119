import { limits } from '@signalbox/contracts'
import type { Attributes, Metric, MetricPoint, Temporality } from '@signalbox/otlp'
import { cleanText } from '@signalbox/sentry-events'
import type { DataPointRow, EncodedColumns } from '@signalbox/telemetry-store/rows'
import { AttributeMap } from '../../container/attribute-map.js'
import { hashToId } from '../../pipeline/hash-to-id.js'
import type { OtlpContext } from '../../otlp/otlp-context.js'
import { addAttributes, addScope, type Origin } from '../../otlp/origin.js'
import { measure } from './measures.js'

const usPerMs = 1_000
const seriesLength = 16

const temporalities: readonly DataPointRow['temporality'][] = ['', 'delta', 'cumulative'] satisfies {
  [Index in Temporality]: string
}

/** What all points of a series share. */
export interface SeriesColumns extends Pick<
  DataPointRow,
  | 'organization_id'
  | 'project_id'
  | 'name'
  | 'kind'
  | 'unit'
  | 'temporality'
  | 'is_monotonic'
  | 'service'
  | 'attributes'
  | 'resource'
  | 'series'
> {
  encoded: EncodedColumns
}

/** Describes the series of a metric that has the attributes. */
export function toSeriesColumns(
  metric: Omit<Metric, 'points'>,
  { attributes, origin }: { attributes: Attributes; origin: Origin },
  { rules: { scrubber } }: Pick<OtlpContext, 'rules'>,
): SeriesColumns {
  const map = new AttributeMap()
  addAttributes(map, attributes)
  addScope(map, origin.scope)
  const identity = {
    name: cleanText(metric.name, limits.appMetric.nameLengthMax),
    kind: metric.kind,
    unit: cleanText(metric.unit, limits.appMetric.unitLengthMax),
    temporality: temporalities[metric.temporality] ?? '',
    is_monotonic: metric.isMonotonic ? 1 : 0,
    service: origin.service,
    attributes: scrubber.scrubAttributes(map.toRecord()),
    resource: origin.resource,
  } as const satisfies Partial<DataPointRow>
  return {
    organization_id: origin.organizationId,
    project_id: origin.projectId,
    ...identity,
    series: hashToId(origin.projectId, seriesKey(identity)).slice(0, seriesLength),
    encoded: {},
  }
}

/**
 * Converts a data point of a series to its row.
 * @returns undefined if it is inconsistent: buckets that don't match their bounds, or NaN.
 */
export function toDataPointRow(
  toColumns: () => SeriesColumns,
  point: MetricPoint,
  receivedAt: number,
): DataPointRow | undefined {
  const measures = measure(point)
  if (measures === undefined) return undefined
  const columns = toColumns()
  const timestamp = point.timeUs || receivedAt * usPerMs
  return {
    organization_id: columns.organization_id,
    project_id: columns.project_id,
    name: columns.name,
    kind: columns.kind,
    unit: columns.unit,
    temporality: columns.temporality,
    is_monotonic: columns.is_monotonic,
    timestamp,
    start_time: point.startUs === 0 || point.startUs > timestamp ? timestamp : point.startUs,
    service: columns.service,
    value: measures.value ?? null,
    count: measures.count ?? null,
    sum: measures.sum ?? null,
    min: measures.min ?? null,
    max: measures.max ?? null,
    bounds: measures.bounds ?? none,
    counts: measures.counts ?? none,
    quantiles: measures.quantiles ?? none,
    quantile_values: measures.quantile_values ?? none,
    attributes: columns.attributes,
    resource: columns.resource,
    series: columns.series,
    trace_id: point.exemplars.find(({ traceId }) => traceId.length === 32)?.traceId ?? '',
    received_at: receivedAt,
    encoded: columns.encoded,
  }
}

const none: number[] = []

/** Attributes may be in any order. */
function seriesKey({ attributes, resource, ...rest }: { attributes: Pairs; resource: Pairs }): string {
  return JSON.stringify([rest, sortedPairs(attributes), sortedPairs(resource)])
}

type Pairs = Readonly<Record<string, string>>

function sortedPairs(pairs: Pairs): [string, string][] {
  return Object.entries(pairs).sort(([left], [right]) => (left < right ? -1 : 1))
}
