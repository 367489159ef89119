import { limits } from '@signalbox/contracts'
import type { Metric, MetricPoint, Temporality } from '@signalbox/otlp'
import { cleanText } from '@signalbox/sentry-events'
import type { DataPointRow } from '@signalbox/telemetry-store/rows'
import { AttributeMap } from '../../container/attribute-map.js'
import { hashToId } from '../../pipeline/hash-to-id.js'
import type { OtlpContext } from '../../otlp/otlp-context.js'
import { addAttributes, addScope, type Origin } from '../../otlp/origin.js'
import { measure, type Measures } from './measures.js'

const usPerMs = 1_000
const seriesLength = 16

const temporalities: readonly DataPointRow['temporality'][] = ['', 'delta', 'cumulative'] satisfies {
  [Index in Temporality]: string
}

/**
 * Converts a data point to its row.
 * @returns undefined if it is inconsistent: buckets that don't match their bounds, or NaN.
 */
export function toDataPointRow(
  metric: Metric,
  { point, origin }: { point: MetricPoint; origin: Origin },
  { meta: { receivedAt }, rules: { scrubber } }: OtlpContext,
): DataPointRow | undefined {
  const measures = measure(point)
  if (measures === undefined) return undefined
  const map = new AttributeMap()
  addAttributes(map, point.attributes)
  addScope(map, origin.scope)
  const timestamp = point.timeUs || receivedAt * usPerMs
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
    timestamp,
    start_time: point.startUs === 0 || point.startUs > timestamp ? timestamp : point.startUs,
    ...noMeasures,
    ...measures,
    series: hashToId(origin.projectId, seriesKey(identity)).slice(0, seriesLength),
    trace_id: point.exemplars.find(({ traceId }) => traceId.length === 32)?.traceId ?? '',
    received_at: receivedAt,
  }
}

const noMeasures: Required<Measures> = {
  value: null,
  count: null,
  sum: null,
  min: null,
  max: null,
  bounds: [],
  counts: [],
  quantiles: [],
  quantile_values: [],
}

/** Attributes may be in any order. */
function seriesKey({ attributes, resource, ...rest }: { attributes: Pairs; resource: Pairs }): string {
  return JSON.stringify([rest, sortedPairs(attributes), sortedPairs(resource)])
}

type Pairs = Readonly<Record<string, string>>

function sortedPairs(pairs: Pairs): [string, string][] {
  return Object.entries(pairs).sort(([left], [right]) => (left < right ? -1 : 1))
}
