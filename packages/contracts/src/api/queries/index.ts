import type { RouteContract } from '../http/route.js'
import { queryAppMetrics } from './app-metrics.js'
import { clusterNodes, clusterOverview, clusterTop } from './cluster-views.js'
import { queryCoverage } from './coverage.js'
import { listDataPointAttributes, listDataPointMetrics, queryDataPoints } from './data-points.js'
import { queryDependencies } from './dependencies.js'
import { queryErrorGroups } from './error-groups.js'
import { downloadAttachment, readEvent } from './event-detail.js'
import { queryFeedback } from './feedback.js'
import { queryLogPatterns } from './log-patterns.js'
import { tailLogs } from './log-tail.js'
import { queryLogs } from './logs.js'
import { queryMetricSeries } from './metric-series.js'
import { queryMonitors, readMonitor } from './monitors.js'
import { compareOperations } from './operations.js'
import { queryOutcomes } from './outcomes.js'
import { queryReleases } from './releases.js'
import { querySaturation } from './saturation.js'
import { queryServices } from './services.js'
import { querySql } from './sql.js'
import * as telemetryQueries from './telemetry-queries.js'
import { readTrace } from './trace-detail.js'
import { queryTraceSamples } from './trace-samples.js'

export * from './app-metrics.js'
export * from './cluster-views.js'
export * from './coverage.js'
export * from './data-points.js'
export * from './dependencies.js'
export * from './error-groups.js'
export * from './event-attachment.js'
export * from './event-detail.js'
export * from './feedback.js'
export * from './log-patterns.js'
export * from './log-tail.js'
export * from './logs.js'
export * from './metric-series.js'
export * from './monitors.js'
export * from './operations.js'
export * from './outcomes.js'
export * from './releases.js'
export * from './saturation.js'
export * from './services.js'
export * from './sql.js'
export * from './telemetry-queries.js'
export * from './trace-detail.js'
export * from './trace-samples.js'

/** Routes of this domain, in documentation order. */
export const queryRoutes: readonly RouteContract[] = [
  ...Object.values(telemetryQueries),
  readTrace,
  queryLogs,
  tailLogs,
  listDataPointMetrics,
  listDataPointAttributes,
  queryDataPoints,
  queryAppMetrics,
  readEvent,
  downloadAttachment,
  queryFeedback,
  queryReleases,
  queryMonitors,
  readMonitor,
  queryOutcomes,
  queryCoverage,
  queryServices,
  compareOperations,
  queryDependencies,
  queryTraceSamples,
  queryMetricSeries,
  queryLogPatterns,
  queryErrorGroups,
  querySaturation,
  querySql,
  clusterOverview,
  clusterNodes,
  clusterTop,
]
