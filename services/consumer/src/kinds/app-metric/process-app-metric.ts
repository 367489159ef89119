import { limits, type OutcomeReason } from '@signalbox/contracts'
import { cleanText, readText } from '@signalbox/sentry-events'
import type { AppMetricRow } from '@signalbox/telemetry-store/rows'
import { createContainerPipeline } from '../../container/container-pipeline.js'
import type { ContainerEntry } from '../../container/read-entry.js'

const { nameLengthMax, unitLengthMax, entriesMax } = limits.appMetric

const types: readonly unknown[] = ['counter', 'gauge', 'distribution']

/** An item of type `trace_metric`: a container of measurements. */
export const appMetricPipeline = createContainerPipeline<AppMetricRow>({
  kind: 'app_metric',
  contentType: 'application/vnd.sentry.items.trace-metric+json',
  invalid: 'invalid_metric',
  retention: 'metrics',
  entriesMax,
  toRow: toAppMetricRow,
  toRowSet: (app_metrics) => ({ app_metrics }),
})

/** A measurement without a name, with another type or without a number is meaningless. */
function toAppMetricRow({ fields, columns }: ContainerEntry): AppMetricRow | OutcomeReason {
  const { name, type, unit, value } = fields
  if (typeof name !== 'string' || name === '' || typeof type !== 'string' || !types.includes(type)) {
    return 'invalid_metric'
  }
  if (typeof value !== 'number' || !Number.isFinite(value)) {
    return 'invalid_metric'
  }
  return { ...columns, name: cleanText(name, nameLengthMax), type, unit: readText(unit, unitLengthMax), value }
}
