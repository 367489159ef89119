import { cancelAgentSession, createAgentSession, listAgentSessions, readAgentSession } from './agent-sessions.js'
import { listChanges, recordChanges } from './changes.js'
import { clusterNodes, clusterOverview, clusterTop } from './cluster-views.js'
import { changeDeployment, createDeployment, listDeployments, listRepositories, readDeployment } from './deployments.js'
import { changeDsnKey, createDsnKey, listDsnKeys } from './dsn-keys.js'
import { ingestMetrics, ingestSpans } from './ingestion.js'
import { listIssues, mergeIssues, readIssue, unmergeIssue } from './issues.js'
import { createApiKey, listApiKeys, readOrganization, revokeApiKey } from './organization.js'
import { queryAppMetrics } from './queries/app-metrics.js'
import { downloadAttachment, readEvent } from './queries/event-detail.js'
import { queryFeedback } from './queries/feedback.js'
import { dryRunGrouping, readIssueGrouping } from './queries/issue-grouping.js'
import { queryLogs } from './queries/logs.js'
import { queryMonitors, readMonitor } from './queries/monitors.js'
import { queryOutcomes } from './queries/outcomes.js'
import { queryReleases } from './queries/releases.js'
import { readTrace } from './queries/trace-detail.js'
import { changeProjectSettings, readProjectSettings } from './project-settings.js'
import type { RouteContract } from './route.js'
import { createTelemetryProject, listTelemetryProjects } from './telemetry-projects.js'
import { queryErrors, queryMetrics, queryStats, queryTraces, readErrors } from './telemetry-queries.js'
import {
  cancelWorkflowRun,
  createWorkflowRun,
  listWorkflowRuns,
  readWorkflowRun,
  retryWorkflowRun,
} from './workflow-runs.js'
import {
  changeWorkflow,
  createWorkflow,
  deleteWorkflow,
  disableWorkflow,
  duplicateWorkflow,
  enableWorkflow,
  listWorkflows,
  readWorkflow,
  renderWorkflow,
} from './workflows.js'

/**
 * The routes that this version serves, in the order in which the API document shows them. A contract that is not
 * listed here is planned: nothing answers it yet.
 */
export const servedRoutes: readonly RouteContract[] = [
  queryErrors,
  readErrors,
  queryMetrics,
  queryTraces,
  readTrace,
  queryLogs,
  queryAppMetrics,
  readEvent,
  downloadAttachment,
  queryFeedback,
  queryStats,
  queryReleases,
  queryMonitors,
  readMonitor,
  queryOutcomes,
  clusterOverview,
  clusterNodes,
  clusterTop,
  ingestMetrics,
  ingestSpans,
  listTelemetryProjects,
  createTelemetryProject,
  readProjectSettings,
  changeProjectSettings,
  dryRunGrouping,
  listDsnKeys,
  createDsnKey,
  changeDsnKey,
  listIssues,
  readIssue,
  readIssueGrouping,
  mergeIssues,
  unmergeIssue,
  listAgentSessions,
  createAgentSession,
  readAgentSession,
  cancelAgentSession,
  listDeployments,
  createDeployment,
  readDeployment,
  changeDeployment,
  listChanges,
  recordChanges,
  listWorkflows,
  createWorkflow,
  readWorkflow,
  changeWorkflow,
  enableWorkflow,
  disableWorkflow,
  deleteWorkflow,
  duplicateWorkflow,
  renderWorkflow,
  createWorkflowRun,
  listWorkflowRuns,
  readWorkflowRun,
  cancelWorkflowRun,
  retryWorkflowRun,
  readOrganization,
  listRepositories,
  listApiKeys,
  createApiKey,
  revokeApiKey,
]
