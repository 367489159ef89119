import { clusterNodes, clusterOverview, clusterTop } from './cluster-views.js'
import { ingestMetrics, ingestSpans } from './ingestion.js'
import { createApiKey, listApiKeys, readOrganization, revokeApiKey } from './organization.js'
import type { RouteContract } from './route.js'
import { createTelemetryProject, listTelemetryProjects } from './telemetry-projects.js'
import { queryErrors, queryMetrics, queryStats, queryTraces, readErrors } from './telemetry-queries.js'

/**
 * The routes that this version serves, in the order in which the API document shows them. A contract that is not
 * listed here is planned: nothing answers it yet.
 */
export const servedRoutes: readonly RouteContract[] = [
  queryErrors,
  readErrors,
  queryMetrics,
  queryTraces,
  queryStats,
  clusterOverview,
  clusterNodes,
  clusterTop,
  ingestMetrics,
  ingestSpans,
  listTelemetryProjects,
  createTelemetryProject,
  readOrganization,
  listApiKeys,
  createApiKey,
  revokeApiKey,
]
