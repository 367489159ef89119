import {
  cancelAgentSession,
  createAgentSession,
  listAgentSessions,
  readAgentSession,
  readSessionEvidence,
  watchAgentSession,
} from './agent-sessions.js'
import {
  changeMaintenanceWindow,
  createMaintenanceWindow,
  deleteMaintenanceWindow,
  listMaintenanceWindows,
} from './alert-maintenance.js'
import {
  changeAlertRule,
  createAlertRule,
  deleteAlertRule,
  listAlertRules,
  muteAlertRule,
  readAlertRule,
  testAlertRule,
  unmuteAlertRule,
} from './alert-rules.js'
import { assembleArtifacts, readChunkUpload, uploadChunks } from './artifacts/chunk-upload.js'
import { diagnoseScript } from './artifacts/script-diagnosis.js'
import { uploadSourceMaps } from './artifacts/source-map-upload.js'
import { readSentryOrganization, readSentryCaller, listSentryRepositories } from './sentry-api/people.js'
import {
  listSentryReleases,
  listSentryProjectReleases,
  createSentryRelease,
  createSentryProjectRelease,
  readSentryRelease,
  readSentryProjectRelease,
  changeSentryRelease,
  changeSentryProjectRelease,
  deleteSentryRelease,
  deleteSentryProjectRelease,
  readPreviousSentryRelease,
  listSentryDeploys,
  createSentryDeploy,
} from './sentry-api/releases.js'
import { acknowledgeAlert, listAlerts, readAlert } from './alerts.js'
import { createBackup } from './backups.js'
import { exportTelemetry, readSessionRecord } from './bundles.js'
import { listChanges, recordChanges } from './changes.js'
import { clusterNodes, clusterOverview, clusterTop } from './cluster-views.js'
import { listDeadLetters, readDeadLetter, replayDeadLetter } from './dead-letters.js'
import { changeDeployment, createDeployment, listDeployments, readDeployment } from './deployments.js'
import {
  changeNotificationChannel,
  createNotificationChannel,
  deleteNotificationChannel,
  listNotices,
  listNotificationChannels,
  readNotificationChannel,
  testNotificationChannel,
} from './notification-channels.js'
import { changeDsnKey, createDsnKey, listDsnKeys } from './dsn-keys.js'
import { ingestMetrics, ingestSpans } from './ingestion.js'
import { changeIssueComment, createIssueComment, deleteIssueComment, listIssueActivities } from './issue-activities.js'
import { changeIssue, changeIssues, deleteIssue, deleteIssues } from './issue-changes.js'
import { listDiscardedFingerprints, restoreFingerprint } from './issue-discards.js'
import { listIssues, mergeIssues, readIssue, unmergeIssue } from './issues.js'
import { createApiKey, listApiKeys, readOrganization, renameOrganization, revokeApiKey } from './organization.js'
import { queryAppMetrics } from './queries/app-metrics.js'
import { queryCoverage } from './queries/coverage.js'
import { queryDependencies } from './queries/dependencies.js'
import { queryErrorGroups } from './queries/error-groups.js'
import { downloadAttachment, readEvent } from './queries/event-detail.js'
import { queryFeedback } from './queries/feedback.js'
import { queryIssueCounts } from './queries/issue-counts.js'
import { listIssueEvents, listIssueTags, readIssueEvent, readIssueTag } from './queries/issue-events.js'
import { queryIssueRanking } from './queries/issue-ranking.js'
import { dryRunGrouping, readIssueGrouping } from './queries/issue-grouping.js'
import { queryLogPatterns } from './queries/log-patterns.js'
import { queryLogs } from './queries/logs.js'
import { queryMetricSeries } from './queries/metric-series.js'
import { queryMonitors, readMonitor } from './queries/monitors.js'
import { compareOperations } from './queries/operations.js'
import { queryOutcomes } from './queries/outcomes.js'
import { queryReleases } from './queries/releases.js'
import { querySaturation } from './queries/saturation.js'
import { queryServices } from './queries/services.js'
import { querySql } from './queries/sql.js'
import { readTrace } from './queries/trace-detail.js'
import { queryTraceSamples } from './queries/trace-samples.js'
import { changeProjectSettings, readProjectSettings } from './project-settings.js'
import {
  changeMember,
  createInvitation,
  listInvitations,
  listMembers,
  removeMember,
  revokeInvitation,
} from './members.js'
import { linkRepository, listProjectRepositories, listRepositories, unlinkRepository } from './repositories.js'
import { readAuditLog } from './audit-log.js'
import {
  acceptInvitation,
  changePassword,
  chooseOrganization,
  finishOidc,
  listSignInMethods,
  readBrowserSession,
  signIn,
  signOut,
  startOidc,
} from './sign-in.js'
import type { RouteContract } from './route.js'
import {
  changeSentryIssues,
  listSentryEvents,
  listSentryIssues,
  listSentryOrganizations,
  listSentryProjects,
  readSentryEvent,
  readSentryInfo,
} from './sentry-cli.js'
import { createTelemetryProject, listTelemetryProjects } from './telemetry-projects.js'
import { queryErrors, queryMetrics, queryStats, queryTraces, readErrors } from './telemetry-queries.js'
import {
  cancelWorkflowRun,
  createWorkflowRun,
  listWorkflowRuns,
  readWorkflowRun,
  retryWorkflowRun,
} from './workflow-runs.js'
import { listTriggerOccurrences, listWorkflowTriggers } from './workflow-triggers.js'
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
  queryCoverage,
  queryServices,
  compareOperations,
  queryDependencies,
  queryTraceSamples,
  queryMetricSeries,
  queryLogPatterns,
  queryErrorGroups,
  queryIssueCounts,
  queryIssueRanking,
  querySaturation,
  querySql,
  exportTelemetry,
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
  listNotificationChannels,
  createNotificationChannel,
  readNotificationChannel,
  changeNotificationChannel,
  deleteNotificationChannel,
  testNotificationChannel,
  listNotices,
  listProjectRepositories,
  linkRepository,
  unlinkRepository,
  listIssues,
  readIssue,
  readIssueGrouping,
  listIssueEvents,
  readIssueEvent,
  listIssueTags,
  readIssueTag,
  mergeIssues,
  unmergeIssue,
  changeIssue,
  changeIssues,
  deleteIssue,
  deleteIssues,
  listIssueActivities,
  createIssueComment,
  changeIssueComment,
  deleteIssueComment,
  listDiscardedFingerprints,
  restoreFingerprint,
  listAgentSessions,
  createAgentSession,
  readAgentSession,
  readSessionEvidence,
  watchAgentSession,
  cancelAgentSession,
  readSessionRecord,
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
  listWorkflowTriggers,
  listTriggerOccurrences,
  createWorkflowRun,
  listWorkflowRuns,
  readWorkflowRun,
  cancelWorkflowRun,
  retryWorkflowRun,
  listAlerts,
  listAlertRules,
  createAlertRule,
  readAlertRule,
  changeAlertRule,
  deleteAlertRule,
  muteAlertRule,
  unmuteAlertRule,
  testAlertRule,
  listMaintenanceWindows,
  createMaintenanceWindow,
  changeMaintenanceWindow,
  deleteMaintenanceWindow,
  readAlert,
  acknowledgeAlert,
  readOrganization,
  renameOrganization,
  listMembers,
  changeMember,
  removeMember,
  listInvitations,
  createInvitation,
  revokeInvitation,
  readAuditLog,
  listRepositories,
  listApiKeys,
  createApiKey,
  revokeApiKey,
  listSignInMethods,
  signIn,
  acceptInvitation,
  signOut,
  readBrowserSession,
  chooseOrganization,
  changePassword,
  startOidc,
  finishOidc,
  createBackup,
  listDeadLetters,
  readDeadLetter,
  replayDeadLetter,
  readSentryInfo,
  listSentryOrganizations,
  listSentryProjects,
  readSentryOrganization,
  readSentryCaller,
  listSentryRepositories,
  listSentryReleases,
  listSentryProjectReleases,
  createSentryRelease,
  createSentryProjectRelease,
  readSentryRelease,
  readSentryProjectRelease,
  changeSentryRelease,
  changeSentryProjectRelease,
  deleteSentryRelease,
  deleteSentryProjectRelease,
  readPreviousSentryRelease,
  listSentryDeploys,
  createSentryDeploy,
  readChunkUpload,
  uploadChunks,
  assembleArtifacts,
  uploadSourceMaps,
  diagnoseScript,
  listSentryIssues,
  changeSentryIssues,
  listSentryEvents,
  readSentryEvent,
]
