import {
  clusterNodes,
  clusterOverview,
  clusterTop,
  queryErrors,
  queryMetrics,
  queryStats,
  queryTraces,
  readErrors,
} from '@signalbox/contracts'
import { createRoute, type Clock, type ProjectDirectory, type Route } from '@signalbox/service-kit'
import type { TelemetryReader } from '@signalbox/telemetry-store'
import type { CapacityDefaults } from './cluster/node-capacity.js'
import { readNodes } from './cluster/nodes.js'
import { readOverview } from './cluster/overview.js'
import { readTop } from './cluster/top.js'
import { listErrors, readErrorsByAction } from './kinds/error.js'
import { listMetrics } from './kinds/metric.js'
import { listTraces } from './kinds/span.js'
import type { QueryContext } from './query-context.js'
import { readStats } from './stats.js'
import { withServiceErrors } from './store-failures.js'

export interface QueryDependencies {
  reader: TelemetryReader
  projects: ProjectDirectory
  clock: Clock
  /** Capacity of nodes that do not report it, by cluster; none by default. */
  capacityDefaults?: CapacityDefaults
}

/** All routes that answer questions about telemetry. Every query sees the caller's organization only. */
export function createQueryRoutes({ reader, projects, clock, capacityDefaults }: QueryDependencies): Route[] {
  const context: QueryContext = {
    store: withServiceErrors(reader),
    projects,
    clock,
    capacityDefaults: capacityDefaults ?? new Map(),
  }
  return [
    createRoute(queryErrors, ({ caller, query }) => listErrors(context, caller, query)),
    createRoute(readErrors, ({ caller, query }) => readErrorsByAction(context, caller, query)),
    createRoute(queryMetrics, ({ caller, query }) => listMetrics(context, caller, query)),
    createRoute(queryTraces, ({ caller, query }) => listTraces(context, caller, query)),
    createRoute(queryStats, ({ caller, query }) => readStats(context, caller, query)),
    createRoute(clusterOverview, ({ caller, query }) => readOverview(context, caller, query)),
    createRoute(clusterNodes, ({ caller, query }) => readNodes(context, caller, query)),
    createRoute(clusterTop, ({ caller, query }) => readTop(context, caller, query)),
  ]
}
