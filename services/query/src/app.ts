import {
  defaultProjectSettings,
  clusterNodes,
  clusterOverview,
  clusterTop,
  compareOperations,
  downloadAttachment,
  exportTelemetry,
  dryRunGrouping,
  queryAppMetrics,
  queryCoverage,
  queryDependencies,
  listDataPointMetrics,
  queryDataPoints,
  tailLogs,
  queryErrorGroups,
  queryErrors,
  queryFeedback,
  listIssueEvents,
  listIssueTags,
  listSentryEvents,
  queryIssueCounts,
  queryIssueRanking,
  queryLogPatterns,
  queryLogs,
  queryMetricSeries,
  queryMetrics,
  queryMonitors,
  queryOutcomes,
  queryReleases,
  querySql,
  querySaturation,
  queryServices,
  queryStats,
  queryTraceSamples,
  queryTraces,
  readErrors,
  readEvent,
  readIssueEvent,
  readIssueTag,
  readSentryEvent,
  readIssueGrouping,
  readMonitor,
  readTrace,
} from '@signalbox/contracts'
import {
  createRoute,
  type Clock,
  type IssueDirectory,
  type ProjectDirectory,
  type ProjectSettingsDirectory,
  type Route,
} from '@signalbox/service-kit'
import type { TelemetryReader } from '@signalbox/telemetry-store'
import type { CapacityDefaults } from './cluster/node-capacity.js'
import { readNodes } from './cluster/nodes.js'
import { readOverview } from './cluster/overview.js'
import { readTop } from './cluster/top.js'
import { listMetricsOfDataPoints, readDataPoints } from './data-points/list-data-points.js'
import { readEventAttachment, readEventDetail } from './event/read-event.js'
import { createDryRun } from './issue-grouping/dry-run.js'
import { exportRows } from './export/export-telemetry.js'
import { readCoverage } from './investigation/coverage.js'
import { listDependencies } from './investigation/dependencies.js'
import { listErrorGroups } from './investigation/error-groups.js'
import { listLogPatterns } from './investigation/log-patterns.js'
import { listMetricSeries } from './investigation/metric-series.js'
import { listOperations } from './investigation/operations.js'
import { listSaturation } from './investigation/saturation.js'
import { readServices } from './investigation/services.js'
import { listTraceSamples } from './investigation/trace-samples.js'
import { explainIssue } from './issue-grouping/read-issue-grouping.js'
import { readAppMetrics } from './kinds/app-metric.js'
import { listIssueCounts } from './issues/issue-counts.js'
import { readEventOfIssue } from './issues/issue-event.js'
import { listEventsOfIssue } from './issues/issue-events.js'
import { rankIssues } from './issues/issue-ranking.js'
import { listTagsOfIssue, readTagOfIssue } from './issues/issue-tags.js'
import { listErrors, readErrorsByAction } from './kinds/error.js'
import { listFeedback } from './kinds/feedback.js'
import { listLogs } from './kinds/log.js'
import { createLogTail } from './log-tail/tail-logs.js'
import { listMetrics } from './kinds/metric.js'
import { listTraces } from './kinds/span.js'
import { listMonitors, readOneMonitor } from './monitors/list-monitors.js'
import { listOutcomes } from './outcomes/list-outcomes.js'
import type { QueryContext } from './query-context.js'
import { listReleases } from './releases/list-releases.js'
import { listEventsAsSentry, readEventAsSentry } from './sentry-cli/sentry-events.js'
import { runSelect } from './sql/run-select.js'
import { readStats } from './stats.js'
import { withServiceErrors } from './store-failures.js'
import { readTraceDetail } from './trace/read-trace.js'

export interface QueryDependencies {
  reader: TelemetryReader
  projects: ProjectDirectory
  /** Tells the issues of events; without it events have none. */
  issues?: IssueDirectory
  /** Tells what projects have set; without it all have the defaults. */
  settings?: Pick<ProjectSettingsDirectory, 'readCurrentSettings'>
  clock: Clock
  /** Capacity of nodes that do not report it, by cluster; none by default. */
  capacityDefaults?: CapacityDefaults
}

const noIssues: IssueDirectory = {
  findIssue: () => Promise.resolve(undefined),
  findIssues: () => Promise.resolve(new Map()),
  findIssueIds: () => Promise.resolve(new Map()),
}

const noSettings: Pick<ProjectSettingsDirectory, 'readCurrentSettings'> = {
  readCurrentSettings: () => Promise.resolve(defaultProjectSettings),
}

/** All routes that answer questions about telemetry. Every query sees the caller's organization only. */
export function createQueryRoutes(dependencies: QueryDependencies): Route[] {
  const { reader, projects, issues = noIssues, settings = noSettings, clock } = dependencies
  const context: QueryContext = {
    store: withServiceErrors(reader),
    projects,
    issues,
    settings,
    clock,
    capacityDefaults: dependencies.capacityDefaults ?? new Map(),
  }
  return [
    createRoute(queryErrors, ({ caller, query }) => listErrors(context, caller, query)),
    createRoute(readErrors, ({ caller, query }) => readErrorsByAction(context, caller, query)),
    createRoute(queryMetrics, ({ caller, query }) => listMetrics(context, caller, query)),
    createRoute(queryTraces, ({ caller, query }) => listTraces(context, caller, query)),
    createRoute(readTrace, ({ caller, params }) => readTraceDetail(context, caller, params)),
    createRoute(queryLogs, ({ caller, query }) => listLogs(context, caller, query)),
    createRoute(tailLogs, createLogTail(context)),
    createRoute(listDataPointMetrics, ({ caller, query }) => listMetricsOfDataPoints(context, caller, query)),
    createRoute(queryDataPoints, ({ caller, query }) => readDataPoints(context, caller, query)),
    createRoute(queryAppMetrics, ({ caller, query }) => readAppMetrics(context, caller, query)),
    createRoute(readEvent, (input) => readEventDetail(context, input)),
    createRoute(downloadAttachment, (input) => readEventAttachment(context, input)),
    createRoute(queryFeedback, ({ caller, query }) => listFeedback(context, caller, query)),
    createRoute(queryStats, ({ caller, query }) => readStats(context, caller, query)),
    createRoute(queryReleases, ({ caller, query }) => listReleases(context, caller, query)),
    createRoute(queryMonitors, (input) => listMonitors(context, input)),
    createRoute(readMonitor, (input) => readOneMonitor(context, input)),
    createRoute(queryOutcomes, ({ caller, query }) => listOutcomes(context, caller, query)),
    createRoute(queryCoverage, ({ caller, query }) => readCoverage(context, caller, query)),
    createRoute(queryServices, ({ caller, query }) => readServices(context, caller, query)),
    createRoute(compareOperations, ({ caller, query }) => listOperations(context, caller, query)),
    createRoute(queryDependencies, ({ caller, query }) => listDependencies(context, caller, query)),
    createRoute(queryTraceSamples, ({ caller, query }) => listTraceSamples(context, caller, query)),
    createRoute(queryMetricSeries, ({ caller, query }) => listMetricSeries(context, caller, query)),
    createRoute(queryLogPatterns, ({ caller, query }) => listLogPatterns(context, caller, query)),
    createRoute(queryErrorGroups, ({ caller, query }) => listErrorGroups(context, caller, query)),
    createRoute(queryIssueCounts, ({ caller, query }) => listIssueCounts(context, caller, query)),
    createRoute(queryIssueRanking, ({ caller, query }) => rankIssues(context, caller, query)),
    createRoute(querySaturation, ({ caller, query }) => listSaturation(context, caller, query)),
    createRoute(exportTelemetry, ({ caller, query }) => exportRows(context, caller, query)),
    createRoute(querySql, ({ caller, body }) => runSelect(context, caller, body)),
    createRoute(readIssueGrouping, (input) => explainIssue(context, input)),
    createRoute(listIssueEvents, (input) => listEventsOfIssue(context, input)),
    createRoute(readIssueEvent, (input) => readEventOfIssue(context, input)),
    createRoute(listIssueTags, (input) => listTagsOfIssue(context, input)),
    createRoute(readIssueTag, (input) => readTagOfIssue(context, input)),
    createRoute(listSentryEvents, (input) => listEventsAsSentry(context, input)),
    createRoute(readSentryEvent, (input) => readEventAsSentry(context, input)),
    createRoute(dryRunGrouping, createDryRun(context)),
    createRoute(clusterOverview, ({ caller, query }) => readOverview(context, caller, query)),
    createRoute(clusterNodes, ({ caller, query }) => readNodes(context, caller, query)),
    createRoute(clusterTop, ({ caller, query }) => readTop(context, caller, query)),
  ]
}
