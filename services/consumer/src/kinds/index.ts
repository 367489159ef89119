import type { TelemetryKind } from '@signalbox/contracts'
import { errorKind } from './error/error-kind.js'
import type { KindPipeline } from './kind-pipeline.js'
import { metricKind } from './metric/index.js'
import { spanKind } from './span/index.js'

/** How each kind of telemetry becomes rows. */
export const kinds = { error: errorKind, span: spanKind, metric: metricKind } satisfies {
  [Kind in TelemetryKind]: KindPipeline
}
