import type { QueryTelemetry } from '../../telemetry-queries/query-telemetry.js'
import type { QueryContext } from '../../telemetry-queries/query-context.js'
import type { AlertStores } from '../store/alert-stores.js'

/** Who measures, and the end of the measured range: Unix milliseconds. */
export interface Measuring extends QueryContext {
  queryTelemetry: QueryTelemetry
  store: Pick<AlertStores, 'newIssues'>
}
