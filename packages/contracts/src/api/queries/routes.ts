import type { RouteContract } from '../http/route.js'
import { queryAppMetrics } from './app-metrics.js'
import { clusterNodes, clusterOverview, clusterTop } from './cluster-views.js'
import { queryCoverage } from './coverage.js'
import { listDataPointMetrics, queryDataPoints } from './data-points.js'
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
import { queryErrors, queryMetrics, queryStats, queryTraces, readErrors } from './telemetry-queries.js'
import { readTrace } from './trace-detail.js'
import { queryTraceSamples } from './trace-samples.js'

/** Routes of this domain, in documentation order. */
export const queryRoutes: readonly RouteContract[] = [
  queryErrors,
  readErrors,
  queryMetrics,
  queryTraces,
  readTrace,
  queryLogs,
  tailLogs,
  listDataPointMetrics,
  queryDataPoints,
  queryAppMetrics,
  readEvent,
  downloadAttachment,
  queryFeedback,
  queryStats,
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
