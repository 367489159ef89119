import type { Metric, MetricPoint } from '@signalbox/otlp'
import { dropped, stored, type ItemResult } from '../../batch/item-result.js'
import type { OtlpContext } from '../../otlp/otlp-context.js'
import type { Origin } from '../../otlp/origin.js'
import { findTimeFault } from '../../pipeline/time-bounds.js'
import { toContainerRows, toHostRows, type Siblings } from './container/to-container-rows.js'
import { toDataPointRow, toSeriesColumns, type SeriesColumns } from './to-data-point-row.js'

/** Flag bit that marks a series without a value at this time. */
const noValueFlag = 1
const usPerMs = 1_000

export interface DataPointInput {
  metric: Metric | undefined
  /** Undefined if it is malformed. */
  point: MetricPoint | undefined
  origin: Origin
  /** Other metrics of the same resource. */
  siblings: Siblings
  /** Returns what the points of the series share. Default: derived from the metric and the point. */
  describe?: () => SeriesColumns
}

/**
 * Processes one data point. A point known to the cluster views becomes a sample of a container, pod or node under their
 * name for it; everything else becomes a row under its own name. The first point of a metric adds the samples derived
 * from all its points.
 */
export function processDataPoint(
  { metric, point, origin, siblings, describe }: DataPointInput,
  context: OtlpContext,
): ItemResult {
  if (metric === undefined || point === undefined || metric.name === '') return invalid
  if (hasNoValue(point)) return dropped('data_point', 1, 'no_value')
  const { meta, retentionDays, rules } = context
  const { receivedAt, clientIp, userAgent } = meta
  const row = toDataPointRow(describe ?? describerOf({ metric, point, origin }, context), point, receivedAt)
  if (row === undefined) return invalid
  const reason =
    findTimeFault(row.timestamp / usPerMs, { receivedAt, retentionDays: retentionDays.metrics }) ??
    rules.filter.findItemReason({ release: origin.release, pageUrl: '' }, { clientIp, userAgent })
  if (reason !== undefined) return dropped('data_point', 1, reason)
  const rows = toContainerRows(row, siblings) ?? { data_points: [row] }
  const hostRows = metric.points[0] === point ? toHostRows(metric, row) : undefined
  return stored('data_point', 1, hostRows === undefined ? rows : { ...rows, ...hostRows })
}

function describerOf(
  { metric, point, origin }: { metric: Metric; point: MetricPoint; origin: Origin },
  context: OtlpContext,
): () => SeriesColumns {
  return () => toSeriesColumns(metric, { attributes: point.attributes, origin }, context)
}

const invalid = dropped('data_point', 1, 'invalid_data_point')

/** Prometheus marks the end of a series with NaN. */
function hasNoValue(point: MetricPoint): boolean {
  if ((point.flags & noValueFlag) !== 0) return true
  return point.type === 'number' && (point.value === undefined || Number.isNaN(point.value))
}
