import type { Route } from '@signalbox/service-kit'
import { createArtifactRoutes } from '../artifacts/routes.js'
import { createSentryApiRoutes } from '../sentry-api/routes.js'
import { auditRoute } from '../audit/audit-routes.js'
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
import { createChangeDsnKey } from './change-dsn-key.js'
import { createChangeProjectSettings } from './change-project-settings.js'
import { createCreateAgentSession } from './create-agent-session.js'
import { createCreateApiKey } from './create-api-key.js'
import { createCreateDsnKey } from './create-dsn-key.js'
import { createCreateTelemetryProject } from './create-telemetry-project.js'
import { createChangeDeployment } from './change-deployment.js'
import { createCreateDeployment } from './create-deployment.js'
import { createListChanges } from './list-changes.js'
import { createListDeployments } from './list-deployments.js'
import { createListRepositories } from './list-repositories.js'
import { createReadDeployment } from './read-deployment.js'
import { createRecordChanges } from './record-changes.js'
import { createWorkflowRoutes } from './workflow-routes.js'
import { createAlertRoutes } from './alert-routes.js'
import type { RouteDependencies } from './dependencies.js'
import { createIssueRoutes } from './issue-routes.js'
import { createSentryCliRoutes } from './sentry-cli-routes.js'
import { createListAgentSessions } from './list-agent-sessions.js'
import { createListApiKeys } from './list-api-keys.js'
import { createListDsnKeys } from './list-dsn-keys.js'
import { createLinkRepository } from './link-repository.js'
import { createListProjectRepositories } from './list-project-repositories.js'
import { createListTelemetryProjects } from './list-telemetry-projects.js'
import { createReadAgentSession } from './read-agent-session.js'
import { createReadSessionRecord } from './read-session-record.js'
import { createReadSessionEvidence } from './read-session-evidence.js'
import { createReadOrganization } from './read-organization.js'
import { createReadProjectSettings } from './read-project-settings.js'
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
    ...createArtifactRoutes(dependencies),
    ...createSentryApiRoutes(dependencies),
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
