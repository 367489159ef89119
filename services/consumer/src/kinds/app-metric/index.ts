import type { KindPipeline } from '../../pipeline/kind-pipeline.js'
import { appMetricPipeline } from './process-app-metric.js'

/** Metrics measured by applications. */
export const appMetricKind = {
  envelopeItems: { trace_metric: appMetricPipeline },
  batch: undefined,
} satisfies KindPipeline
