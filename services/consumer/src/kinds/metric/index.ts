import { isJsonObject } from '@signalbox/sentry-events'
import type { KindPipeline } from '../../pipeline/kind-pipeline.js'
import { processMetricItem } from './process-metric-item.js'

/** Metric samples, which are only sent as JSON batches. A sample with n names counts as n. */
export const metricKind = {
  envelopeItems: {},
  batch: { itemsKey: 'metrics', quantity: countNames, process: processMetricItem },
} satisfies KindPipeline

function countNames(item: unknown): number {
  const metrics: unknown = isJsonObject(item) ? item['metrics'] : undefined
  return isJsonObject(metrics) ? Math.max(1, Object.keys(metrics).length) : 1
}
