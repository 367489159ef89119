import type { TelemetryKind } from '@signalbox/contracts'
import type { QueryContext } from '../query-context.js'
import type { TelemetryScope } from '../telemetry-scope.js'
import { summarizeErrors } from './error.js'
import { summarizeMetrics } from './metric-summary.js'
import { summarizeTraces } from './span.js'

/** How each kind of telemetry is summed up for the statistics. */
export const summarizeByKind = {
  error: summarizeErrors,
  span: summarizeTraces,
  metric: summarizeMetrics,
} satisfies { [Kind in TelemetryKind]: (context: QueryContext, scope: TelemetryScope) => Promise<object> }
