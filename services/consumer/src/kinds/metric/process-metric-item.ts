import { containerMetricNames, limits, parseTimestamp, type ContainerMetricName } from '@signalbox/contracts'
import type { ContainerMetricRow, MetricPointRow } from '@signalbox/telemetry-store/rows'
import { dropped, stored, type ItemResult } from '../../batch/item-result.js'
import { cleanText, isJsonObject } from '@signalbox/sentry-events'
import type { BatchItemContext, BatchPipeline } from '../../pipeline/kind-pipeline.js'
import { findTimeFault } from '../../pipeline/time-bounds.js'

const { labelLengthMax, nameLengthMax, namesMax } = limits.metric
const labelNames = ['cluster', 'namespace', 'pod', 'container', 'node'] as const

/** Subject and time of a sample. */
export type SampleLabels = Omit<MetricPointRow, 'metric_name' | 'value'>
type Values = [name: string, value: number][]

/** Metric samples, which are only sent as JSON batches. A sample with n names counts as n. */
export const metricBatch: BatchPipeline = { itemsKey: 'metrics', quantity: countNames, process: processMetricItem }

function countNames(item: unknown): number {
  const metrics: unknown = isJsonObject(item) ? item['metrics'] : undefined
  return isJsonObject(metrics) ? Math.max(1, Object.keys(metrics).length) : 1
}

/**
 * Processes a posted sample (`MetricItem`). The edge has validated it, so only what a row needs is checked again. The
 * documented names share a row with a column each; every other name gets its own row.
 */
export function processMetricItem(item: unknown, { meta, retentionDays }: BatchItemContext): ItemResult {
  if (!isJsonObject(item) || !isJsonObject(item['metrics'])) {
    return dropped('metric', 1, 'invalid_metric')
  }
  const names = Object.keys(item['metrics'])
  const quantity = Math.max(1, names.length)
  const values = readValues(item['metrics'])
  const labels = readLabels(item, meta.organizationId)
  if (values === undefined || labels === undefined) {
    return dropped('metric', quantity, 'invalid_metric')
  }
  const fault = findTimeFault(labels.timestamp, { receivedAt: meta.receivedAt, retentionDays: retentionDays.metrics })
  return fault === undefined
    ? stored('metric', quantity, toSampleRows(labels, values))
    : dropped('metric', quantity, fault)
}

/** @returns undefined if there is no value, or one that cannot be stored. */
function readValues(metrics: Record<string, unknown>): Values | undefined {
  const values: Values = []
  for (const [name, value] of Object.entries(metrics)) {
    if (typeof value !== 'number' || !Number.isFinite(value) || name === '' || name.length > nameLengthMax) {
      return undefined
    }
    values.push([name, value])
  }
  return values.length > 0 && values.length <= namesMax ? values : undefined
}

/** @returns undefined if the time or a label is malformed. */
function readLabels(item: Record<string, unknown>, organizationId: string): SampleLabels | undefined {
  const { timestamp: text } = item
  const timestamp = typeof text === 'string' ? parseTimestamp(text) : undefined
  const [cluster, namespace, pod, container, node] = labelNames.map((name) => readLabel(item[name]))
  if (timestamp === undefined || cluster === undefined || namespace === undefined) return undefined
  if (pod === undefined || container === undefined || node === undefined) return undefined
  return { organization_id: organizationId, timestamp, cluster, namespace, pod, container, node }
}

function readLabel(value: unknown): string | undefined {
  if (value === undefined) {
    return ''
  }
  return typeof value === 'string' && value.length <= labelLengthMax ? cleanText(value, labelLengthMax) : undefined
}

/** The documented names share a row with a column each; every other name gets its own row. */
export function toSampleRows(
  labels: SampleLabels,
  values: Values,
): { container_metrics: ContainerMetricRow[]; metric_points: MetricPointRow[] } {
  const metric_points: MetricPointRow[] = []
  const documented: Record<ContainerMetricName, number | null> = {
    cpu_usage_cores: null,
    memory_usage_bytes: null,
    network_rx_bytes: null,
    network_tx_bytes: null,
  }
  for (const [name, value] of values) {
    if (isContainerMetricName(name)) {
      documented[name] = value
    } else {
      metric_points.push({ ...labels, metric_name: cleanText(name, nameLengthMax), value })
    }
  }
  const container_metrics = metric_points.length < values.length ? [{ ...labels, ...documented }] : []
  return { container_metrics, metric_points }
}

function isContainerMetricName(name: string): name is ContainerMetricName {
  return containerMetricNames.some((known) => known === name)
}
