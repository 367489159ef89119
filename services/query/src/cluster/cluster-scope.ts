import type { ApiCaller, Clock } from '@signalbox/service-kit'
import { resolveHoursBack, type TimeWindow } from '../selection/time-window.js'

/** What a cluster view covers. */
export interface ClusterScope {
  organizationId: string
  /** Undefined: all clusters. */
  cluster: string | undefined
  window: TimeWindow
}

/** Resolves the scope of a cluster view request. */
export function resolveClusterScope(
  { clock }: { clock: Clock },
  caller: ApiCaller,
  query: { hours_back: number; end?: string | undefined; cluster?: string | undefined },
): ClusterScope {
  return {
    organizationId: caller.organizationId,
    cluster: query.cluster,
    window: resolveHoursBack(query, clock()),
  }
}
