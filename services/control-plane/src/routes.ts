import type { Route } from '@signalbox/service-kit'
import { auditRoute } from './audit/audit-routes.js'
import { createNotificationRoutes } from './notifications/routes/notification-routes.js'
import { createAcceptInvitation } from './identity/routes/accept-invitation.js'
import { createChangeMember } from './identity/routes/change-member.js'
import { createChangePassword } from './identity/routes/change-password.js'
import { createChooseOrganization } from './identity/routes/choose-organization.js'
import { createCreateInvitation } from './identity/routes/create-invitation.js'
import { createFinishOidc } from './identity/routes/finish-oidc.js'
import { createListInvitations } from './identity/routes/list-invitations.js'
import { createListMembers } from './identity/routes/list-members.js'
import { createListSignInMethods } from './identity/routes/list-sign-in-methods.js'
import { createReadAuditLog } from './audit/routes/read-audit-log.js'
import { createReadBrowserSession } from './identity/routes/read-browser-session.js'
import { createRemoveMember } from './identity/routes/remove-member.js'
import { createRenameOrganization } from './identity/routes/rename-organization.js'
import { createRevokeInvitation } from './identity/routes/revoke-invitation.js'
import { createSignIn } from './identity/routes/sign-in.js'
import { createSignOut } from './identity/routes/sign-out.js'
import { createStartOidc } from './identity/routes/start-oidc.js'
import { createCreateBackup } from './backup/routes/create-backup.js'
import { createListDeadLetters } from './dead-letters/routes/list-dead-letters.js'
import { createReadDeadLetter } from './dead-letters/routes/read-dead-letter.js'
import { createReplayDeadLetter } from './dead-letters/routes/replay-dead-letter.js'
import { createCancelAgentSession } from './sessions/routes/cancel-agent-session.js'
import { createChangeDsnKey } from './projects/routes/change-dsn-key.js'
import { createChangeProjectSettings } from './projects/routes/change-project-settings.js'
import { createCreateAgentSession } from './sessions/routes/create-agent-session.js'
import { createCreateApiKey } from './identity/routes/create-api-key.js'
import { createCreateDsnKey } from './projects/routes/create-dsn-key.js'
import { createCreateTelemetryProject } from './projects/routes/create-telemetry-project.js'
import { createChangeDeployment } from './deployments/routes/change-deployment.js'
import { createCreateDeployment } from './deployments/routes/create-deployment.js'
import { createListChanges } from './deployments/routes/list-changes.js'
import { createListDeployments } from './deployments/routes/list-deployments.js'
import { createListRepositories } from './deployments/routes/list-repositories.js'
import { createReadDeployment } from './deployments/routes/read-deployment.js'
import { createRecordChanges } from './deployments/routes/record-changes.js'
import { createWorkflowRoutes } from './workflows/routes/workflow-routes.js'
import { createAlertRoutes } from './alerts/routes/alert-routes.js'
import type { RouteDependencies } from './route-dependencies.js'
import { createIssueRoutes } from './issues/routes/issue-routes.js'
import { createSentryCliRoutes } from './sentry-api/routes/sentry-cli-routes.js'
import { createListAgentSessions } from './sessions/routes/list-agent-sessions.js'
import { createListApiKeys } from './identity/routes/list-api-keys.js'
import { createListDsnKeys } from './projects/routes/list-dsn-keys.js'
import { createLinkRepository } from './deployments/routes/link-repository.js'
import { createListProjectRepositories } from './deployments/routes/list-project-repositories.js'
import { createListTelemetryProjects } from './projects/routes/list-telemetry-projects.js'
import { createReadAgentSession } from './sessions/routes/read-agent-session.js'
import { createReadSessionRecord } from './sessions/routes/read-session-record.js'
import { createReadSessionEvidence } from './sessions/routes/read-session-evidence.js'
import { createReadOrganization } from './identity/routes/read-organization.js'
import { createReadProjectSettings } from './projects/routes/read-project-settings.js'
import { createRevokeApiKey } from './identity/routes/revoke-api-key.js'
import { createWatchAgentSession } from './sessions/routes/watch-agent-session.js'
import { createUnlinkRepository } from './deployments/routes/unlink-repository.js'

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
    ...createWorkflowRoutes(dependencies),
    ...createAlertRoutes(dependencies),
    createCreateBackup(dependencies),
    createListDeadLetters(dependencies),
    createReadDeadLetter(dependencies),
    createReplayDeadLetter(dependencies),
  ]
}
