import type { Since } from '@signalbox/contracts'
import type { ApiCaller } from '@signalbox/service-kit'
import type { QueryContext } from '../reading/query-context.js'
import { resolveScope, type TelemetryScope } from '../selection/telemetry-scope.js'
import { resolveTimeWindow } from '../selection/time-window.js'

/**
 * Resolves the scope of a request for a time range of one project, or of all.
 * @throws ServiceError like `resolveScope` and `resolveTimeWindow`.
 */
export function resolveRangeScope(
  { projects, clock }: QueryContext,
  caller: ApiCaller,
  query: { since: Since; start?: string; end?: string; project_id?: string },
): Promise<TelemetryScope> {
  return resolveScope(projects, caller, { projectId: query.project_id, window: resolveTimeWindow(query, clock()) })
}
