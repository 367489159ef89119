import type { Route } from '@signalbox/service-kit'
import { auditRoute } from '../audit/audit-routes.js'
import { createAcknowledgeAlert } from './acknowledge-alert.js'
import { createChangeAlertRule } from './change-alert-rule.js'
import { createChangeMaintenanceWindow } from './change-maintenance-window.js'
import { createCreateAlertRule } from './create-alert-rule.js'
import { createCreateMaintenanceWindow } from './create-maintenance-window.js'
import { createDeleteAlertRule } from './delete-alert-rule.js'
import { createDeleteMaintenanceWindow } from './delete-maintenance-window.js'
import { createListAlertRules } from './list-alert-rules.js'
import { createListAlerts } from './list-alerts.js'
import { createListMaintenanceWindows } from './list-maintenance-windows.js'
import { createMuteAlertRule } from './mute-alert-rule.js'
import { createReadAlert } from './read-alert.js'
import { createReadAlertRule } from './read-alert-rule.js'
import { createTestAlertRule } from './test-alert-rule.js'
import { createUnmuteAlertRule } from './unmute-alert-rule.js'
import { createNotificationRoutes } from './notification-routes.js'
import { createAcceptInvitation } from './accept-invitation.js'
import { createChangeMember } from './change-member.js'
import { createChangePassword } from './change-password.js'
import { createChooseOrganization } from './choose-organization.js'
import { createCreateInvitation } from './create-invitation.js'
import { createFinishOidc } from './finish-oidc.js'
import { createListInvitations } from './list-invitations.js'
import { createListMembers } from './list-members.js'
import { createListSignInMethods } from './list-sign-in-methods.js'
import { createReadAuditLog } from './read-audit-log.js'
import { createReadBrowserSession } from './read-browser-session.js'
import { createRemoveMember } from './remove-member.js'
import { createRenameOrganization } from './rename-organization.js'
import { createRevokeInvitation } from './revoke-invitation.js'
import { createSignIn } from './sign-in.js'
import { createSignOut } from './sign-out.js'
import { createStartOidc } from './start-oidc.js'
import { createCreateBackup } from './create-backup.js'
import { createListDeadLetters } from './list-dead-letters.js'
import { createReadDeadLetter } from './read-dead-letter.js'
import { createReplayDeadLetter } from './replay-dead-letter.js'
import { createCancelAgentSession } from './cancel-agent-session.js'
import { createCancelWorkflowRun } from './cancel-workflow-run.js'
import { createChangeDsnKey } from './change-dsn-key.js'
import { createChangeProjectSettings } from './change-project-settings.js'
import { createChangeWorkflow } from './change-workflow.js'
import { createCreateAgentSession } from './create-agent-session.js'
import { createCreateApiKey } from './create-api-key.js'
import { createCreateDsnKey } from './create-dsn-key.js'
import { createCreateTelemetryProject } from './create-telemetry-project.js'
import { createCreateWorkflowRun } from './create-workflow-run.js'
import { createCreateWorkflow } from './create-workflow.js'
import { createDeleteWorkflow } from './delete-workflow.js'
import { createChangeDeployment } from './change-deployment.js'
import { createCreateDeployment } from './create-deployment.js'
import { createListChanges } from './list-changes.js'
import { createListDeployments } from './list-deployments.js'
import { createListRepositories } from './list-repositories.js'
import { createReadDeployment } from './read-deployment.js'
import { createRecordChanges } from './record-changes.js'
import type { RouteDependencies } from './dependencies.js'
import { createIssueRoutes } from './issue-routes.js'
import { createSentryCliRoutes } from './sentry-cli-routes.js'
import { createDisableWorkflow } from './disable-workflow.js'
import { createDuplicateWorkflow } from './duplicate-workflow.js'
import { createEnableWorkflow } from './enable-workflow.js'
import { createListAgentSessions } from './list-agent-sessions.js'
import { createListApiKeys } from './list-api-keys.js'
import { createListDsnKeys } from './list-dsn-keys.js'
import { createLinkRepository } from './link-repository.js'
import { createListProjectRepositories } from './list-project-repositories.js'
import { createListTelemetryProjects } from './list-telemetry-projects.js'
import { createListTriggerOccurrences } from './list-trigger-occurrences.js'
import { createListWorkflowTriggers } from './list-workflow-triggers.js'
import { createListWorkflowRuns } from './list-workflow-runs.js'
import { createListWorkflows } from './list-workflows.js'
import { createReadAgentSession } from './read-agent-session.js'
import { createReadSessionRecord } from './read-session-record.js'
import { createReadSessionEvidence } from './read-session-evidence.js'
import { createReadOrganization } from './read-organization.js'
import { createReadProjectSettings } from './read-project-settings.js'
import { createReadWorkflowRun } from './read-workflow-run.js'
import { createReadWorkflow } from './read-workflow.js'
import { createRenderWorkflow } from './render-workflow.js'
import { createRetryWorkflowRun } from './retry-workflow-run.js'
import { createRevokeApiKey } from './revoke-api-key.js'
import { createWatchAgentSession } from './watch-agent-session.js'
import { createUnlinkRepository } from './unlink-repository.js'

/** All routes of the control plane. */
export function createRoutes(dependencies: RouteDependencies): Route[] {
  return listRoutes(dependencies).map((route) => auditRoute(route, dependencies))
}

function listRoutes(dependencies: RouteDependencies): Route[] {
  return [
    createListSignInMethods(dependencies),
    createSignIn(dependencies),
    createAcceptInvitation(dependencies),
    createSignOut(dependencies),
    createReadBrowserSession(dependencies),
    createChooseOrganization(dependencies),
    createChangePassword(dependencies),
    createStartOidc(dependencies),
    createFinishOidc(dependencies),
    createReadOrganization(dependencies),
    createRenameOrganization(dependencies),
    createListMembers(dependencies),
    createChangeMember(dependencies),
    createRemoveMember(dependencies),
    createListInvitations(dependencies),
    createCreateInvitation(dependencies),
    createRevokeInvitation(dependencies),
    createReadAuditLog(dependencies),
    createListApiKeys(dependencies),
    createCreateApiKey(dependencies),
    createRevokeApiKey(dependencies),
    createListTelemetryProjects(dependencies),
    createCreateTelemetryProject(dependencies),
    createReadProjectSettings(dependencies),
    createChangeProjectSettings(dependencies),
    createListDsnKeys(dependencies),
    createCreateDsnKey(dependencies),
    createChangeDsnKey(dependencies),
    ...createNotificationRoutes(dependencies),
    createListProjectRepositories(dependencies),
    createLinkRepository(dependencies),
    createUnlinkRepository(dependencies),
    ...createIssueRoutes(dependencies),
    ...createSentryCliRoutes(dependencies),
    createListAgentSessions(dependencies),
    createCreateAgentSession(dependencies),
    createReadAgentSession(dependencies),
    createReadSessionEvidence(dependencies),
    createWatchAgentSession(dependencies),
    createCancelAgentSession(dependencies),
    createReadSessionRecord(dependencies),
    createListDeployments(dependencies),
    createCreateDeployment(dependencies),
    createReadDeployment(dependencies),
    createChangeDeployment(dependencies),
    createListChanges(dependencies),
    createRecordChanges(dependencies),
    createListRepositories(dependencies),
    createListWorkflows(dependencies),
    createCreateWorkflow(dependencies),
    createReadWorkflow(dependencies),
    createChangeWorkflow(dependencies),
    createEnableWorkflow(dependencies),
    createDisableWorkflow(dependencies),
    createDeleteWorkflow(dependencies),
    createDuplicateWorkflow(dependencies),
    createRenderWorkflow(dependencies),
    createListWorkflowTriggers(dependencies),
    createListTriggerOccurrences(dependencies),
    createCreateWorkflowRun(dependencies),
    createListWorkflowRuns(dependencies),
    createReadWorkflowRun(dependencies),
    createCancelWorkflowRun(dependencies),
    createRetryWorkflowRun(dependencies),
    createListAlertRules(dependencies),
    createCreateAlertRule(dependencies),
    createReadAlertRule(dependencies),
    createChangeAlertRule(dependencies),
    createDeleteAlertRule(dependencies),
    createMuteAlertRule(dependencies),
    createUnmuteAlertRule(dependencies),
    createTestAlertRule(dependencies),
    createListAlerts(dependencies),
    createListMaintenanceWindows(dependencies),
    createCreateMaintenanceWindow(dependencies),
    createChangeMaintenanceWindow(dependencies),
    createDeleteMaintenanceWindow(dependencies),
    createReadAlert(dependencies),
    createAcknowledgeAlert(dependencies),
    createCreateBackup(dependencies),
    createListDeadLetters(dependencies),
    createReadDeadLetter(dependencies),
    createReplayDeadLetter(dependencies),
  ]
}
