import type { ApiCaller } from '@signalbox/service-kit'
import type { QueryContext } from '../reading/query-context.js'
import { resolveScope, type TelemetryScope } from '../selection/telemetry-scope.js'
import { resolveFixedRange } from '../selection/time-window.js'

/**
 * The scope of a request that names both ends of its range.
 * @throws ServiceError as `resolveScope` and `resolveFixedRange`.
 */
export function resolveFixedScope(
  { projects, clock }: QueryContext,
  caller: ApiCaller,
  query: { start: string; end: string; project_id?: string | undefined },
): Promise<TelemetryScope> {
  return resolveScope(projects, caller, { projectId: query.project_id, window: resolveFixedRange(query, clock()) })
}
