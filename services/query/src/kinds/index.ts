import type { QueryContext } from '../reading/query-context.js'
import type { TelemetryScope } from '../selection/telemetry-scope.js'
import { summarizeErrors } from './error.js'
import { summarizeMetrics } from './metric-summary.js'
import { summarizeTraces } from './span.js'

/** How the kinds in the statistics are summarized. */
export const summarizeByKind = {
  error: summarizeErrors,
  span: summarizeTraces,
  metric: summarizeMetrics,
} satisfies { [Kind in 'error' | 'span' | 'metric']: (context: QueryContext, scope: TelemetryScope) => Promise<object> }
