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
  listDataPointAttributes,
  listDataPointMetrics,
  queryDataPoints,
  tailLogs,
  queryErrorGroups,
  queryErrors,
  queryFeedback,
  listIssueEvents,
  listIssueTags,
  listSentryEvents,
  listSentryLogs,
  listSentryMonitors,
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
  type ApiCaller,
  type Clock,
  type IssueDirectory,
  type ProjectDirectory,
  type ProjectSettingsDirectory,
  type Route,
} from '@signalbox/service-kit'
import type { QueryLane, TelemetryReader } from '@signalbox/telemetry-store'
import type { CapacityDefaults } from './selection/capacity-defaults.js'
import { readNodes } from './cluster/nodes.js'
import { readOverview } from './cluster/overview.js'
import { readTop } from './cluster/top.js'
import { createUsageMemory, type UsageContext } from './cluster/usage-memory.js'
import { listAttributesOfDataPoints } from './data-points/list-attributes.js'
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
import { explainIssue } from './issue-grouping/explain-issue.js'
import { readAppMetrics } from './kinds/app-metric.js'
import { listIssueCounts } from './issues/issue-counts.js'
import { readEventOfIssue } from './issues/issue-event.js'
import { listEventsOfIssue } from './issues/issue-events.js'
import { rankIssues } from './issues/issue-ranking.js'
import { createIssueMemory } from './issues/issue-memory.js'
import { listTagsOfIssue, readTagOfIssue } from './issues/issue-tags.js'
import { listErrors, readErrorsByAction } from './kinds/error.js'
import { listFeedback } from './kinds/feedback.js'
import { listLogs } from './kinds/log.js'
import { createLogTail } from './log-tail/tail-logs.js'
import { listMetrics } from './kinds/metric.js'
import { createTraceNumbers, listTraces } from './kinds/span.js'
import { listMonitors, readOneMonitor } from './monitors/list-monitors.js'
import { listOutcomes } from './outcomes/list-outcomes.js'
import type { QueryContext } from './reading/query-context.js'
import { listReleases } from './releases/list-releases.js'
import { createReleaseMemory } from './releases/release-memory.js'
import { listEventsAsSentry, readEventAsSentry } from './sentry-api/sentry-events.js'
import { listLogsAsSentry } from './sentry-api/sentry-logs.js'
import { listMonitorsAsSentry } from './sentry-api/sentry-monitors.js'
import { runSelect } from './sql/run-select.js'
import { readStats } from './stats/stats.js'
import { withServiceErrors } from './reading/store-failures.js'
import { readTraceDetail } from './trace/read-trace.js'

export interface QueryDependencies {
  reader: TelemetryReader
  projects: ProjectDirectory
  /** Resolves the issues of events; without it events have none. */
  issues?: IssueDirectory
  /** Provides project settings; without it all projects have the defaults. */
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

/**
 * Services that query on an organization's behalf, for alerts and agent sessions; all other callers are people or hold
 * a key.
 */
const automatedCallers: ReadonlySet<string> = new Set(['agent', 'control-plane', 'internal'])

const laneOf = ({ keyId }: ApiCaller) => (automatedCallers.has(keyId) ? 'automation' : 'pages')

/** Creates all routes for telemetry queries. Every query sees the caller's organization only. */
export function createQueryRoutes(dependencies: QueryDependencies): Route[] {
  const { reader, projects, issues = noIssues, settings = noSettings, clock } = dependencies
  const contextOf = (caller: ApiCaller, lane: QueryLane = laneOf(caller)): QueryContext => ({
    store: withServiceErrors(reader, { organizationId: caller.organizationId, lane }),
    projects,
    issues,
    settings,
    clock,
    capacityDefaults: dependencies.capacityDefaults ?? new Map(),
  })
  const issueMemory = createIssueMemory()
  const releaseMemory = createReleaseMemory()
  const traceNumbers = createTraceNumbers()
  const usageMemory = createUsageMemory()
  const usageContextOf = (caller: ApiCaller): UsageContext => ({ ...contextOf(caller), usageMemory })
  return [
    createRoute(queryErrors, ({ caller, query }) => listErrors(contextOf(caller), caller, query)),
    createRoute(readErrors, ({ caller, query }) => readErrorsByAction(contextOf(caller), caller, query)),
    createRoute(queryMetrics, ({ caller, query }) => listMetrics(contextOf(caller), caller, query)),
    createRoute(queryTraces, ({ caller, query }) => listTraces({ ...contextOf(caller), traceNumbers }, caller, query)),
    createRoute(readTrace, ({ caller, params }) => readTraceDetail(contextOf(caller), caller, params)),
    createRoute(queryLogs, ({ caller, query }) => listLogs(contextOf(caller), caller, query)),
    createRoute(tailLogs, createLogTail(contextOf)),
    createRoute(listDataPointMetrics, ({ caller, query }) => listMetricsOfDataPoints(contextOf(caller), caller, query)),
    createRoute(listDataPointAttributes, (input) => listAttributesOfDataPoints(contextOf(input.caller), input)),
    createRoute(queryDataPoints, ({ caller, query }) => readDataPoints(contextOf(caller), caller, query)),
    createRoute(queryAppMetrics, ({ caller, query }) => readAppMetrics(contextOf(caller), caller, query)),
    createRoute(readEvent, (input) => readEventDetail(contextOf(input.caller), input)),
    createRoute(downloadAttachment, (input) => readEventAttachment(contextOf(input.caller), input)),
    createRoute(queryFeedback, ({ caller, query }) => listFeedback(contextOf(caller), caller, query)),
    createRoute(queryStats, ({ caller, query }) => readStats(contextOf(caller), caller, query)),
    createRoute(queryReleases, ({ caller, query }) =>
      listReleases({ ...contextOf(caller), releaseMemory }, caller, query),
    ),
    createRoute(queryMonitors, (input) => listMonitors(contextOf(input.caller), input)),
    createRoute(readMonitor, (input) => readOneMonitor(contextOf(input.caller), input)),
    createRoute(queryOutcomes, ({ caller, query }) => listOutcomes(contextOf(caller), caller, query)),
    createRoute(queryCoverage, ({ caller, query }) => readCoverage(contextOf(caller), caller, query)),
    createRoute(queryServices, ({ caller, query }) => readServices(contextOf(caller), caller, query)),
    createRoute(compareOperations, ({ caller, query }) => listOperations(contextOf(caller), caller, query)),
    createRoute(queryDependencies, ({ caller, query }) => listDependencies(contextOf(caller), caller, query)),
    createRoute(queryTraceSamples, ({ caller, query }) => listTraceSamples(contextOf(caller), caller, query)),
    createRoute(queryMetricSeries, ({ caller, query }) => listMetricSeries(contextOf(caller), caller, query)),
    createRoute(queryLogPatterns, ({ caller, query }) => listLogPatterns(contextOf(caller), caller, query)),
    createRoute(queryErrorGroups, ({ caller, query }) => listErrorGroups(contextOf(caller), caller, query)),
    createRoute(queryIssueCounts, ({ caller, query }) =>
      listIssueCounts({ ...contextOf(caller), issueMemory }, caller, query),
    ),
    createRoute(queryIssueRanking, ({ caller, query }) =>
      rankIssues({ ...contextOf(caller), issueMemory }, caller, query),
    ),
    createRoute(querySaturation, ({ caller, query }) => listSaturation(usageContextOf(caller), caller, query)),
    createRoute(exportTelemetry, ({ caller, query }) => exportRows(contextOf(caller), caller, query)),
    createRoute(querySql, ({ caller, body }) => runSelect(contextOf(caller, 'sql'), caller, body)),
    createRoute(readIssueGrouping, (input) => explainIssue(contextOf(input.caller), input)),
    createRoute(listIssueEvents, (input) => listEventsOfIssue(contextOf(input.caller), input)),
    createRoute(readIssueEvent, (input) => readEventOfIssue(contextOf(input.caller), input)),
    createRoute(listIssueTags, (input) => listTagsOfIssue(contextOf(input.caller), input)),
    createRoute(readIssueTag, (input) => readTagOfIssue(contextOf(input.caller), input)),
    createRoute(listSentryEvents, (input) => listEventsAsSentry(contextOf(input.caller), input)),
    createRoute(listSentryLogs, (input) => listLogsAsSentry(contextOf(input.caller), input)),
    createRoute(listSentryMonitors, (input) => listMonitorsAsSentry(contextOf(input.caller), input)),
    createRoute(readSentryEvent, (input) => readEventAsSentry(contextOf(input.caller), input)),
    createRoute(dryRunGrouping, createDryRun(contextOf)),
    createRoute(clusterOverview, ({ caller, query }) => readOverview(usageContextOf(caller), caller, query)),
    createRoute(clusterNodes, ({ caller, query }) => readNodes(usageContextOf(caller), caller, query)),
    createRoute(clusterTop, ({ caller, query }) => readTop(usageContextOf(caller), caller, query)),
  ]
}
