import { createAgentSessionStore, type AgentSessionStore } from './agent-sessions.js'
import { createAlertRuleStore, type AlertRuleStore } from './alert-rules.js'
import { createAlertSubjectStore, type AlertSubjectStore } from './alert-subjects.js'
import { createAlertStore, type AlertStore } from './alerts.js'
import { createAnnouncedReleaseStore, type AnnouncedReleaseStore } from './announced-releases.js'
import { createApiKeyStore, type ApiKeyStore } from './api-keys.js'
import { createArtifactBundleStore, type ArtifactBundleStore } from './artifact-bundles.js'
import { createArtifactFileStore, type ArtifactFileStore } from './artifact-files.js'
import { createAuditEntryStore, type AuditEntryStore } from './audit-entries.js'
import { createBrowserSessionStore, type BrowserSessionStore } from './browser-sessions.js'
import { createChangeStore, type ChangeStore } from './changes.js'
import { openDatabase, useDatabase, type StatementObserver } from './database.js'
import { createDeploymentStore, type DeploymentStore } from './deployments.js'
import { createDiscardedFingerprintStore, type DiscardedFingerprintStore } from './discarded-fingerprints.js'
import { createDsnKeyStore, type DsnKeyStore } from './dsn-keys.js'
import { createEngineLeaseStore, type EngineLeaseStore } from './engine-leases.js'
import { createInvitationStore, type InvitationStore } from './invitations.js'
import { createIssueActivityStore, type IssueActivityStore } from './issue-activities.js'
import { createIssueDeletionStore, type IssueDeletionStore } from './issue-deletions.js'
import { createIssueFingerprintStore, type IssueFingerprintStore } from './issue-fingerprints.js'
import { createIssueSearchStore, type IssueSearchStore } from './issue-search.js'
import { createIssueStateStore, type IssueStateStore } from './issue-states.js'
import { createIssueStore, type IssueStore } from './issues.js'
import { createMaintenanceWindowStore, type MaintenanceWindowStore } from './maintenance-windows.js'
import { createMemberStore, type MemberStore } from './members.js'
import { createNoticeMessageStore, type NoticeMessageStore } from './notice-messages.js'
import { createNoticeStore, type NoticeStore } from './notices.js'
import { createNotificationChannelStore, type NotificationChannelStore } from './notification-channels.js'
import { createNewIssueStore, type NewIssueStore } from './new-issues.js'
import { createOrganizationStore, type OrganizationStore } from './organizations.js'
import { createProjectReleaseStore, type ProjectReleaseStore } from './project-releases.js'
import { createProjectSettingsStore, type ProjectSettingsStore } from './project-settings.js'
import { createProjectStore, type ProjectStore } from './projects.js'
import { createRepositoryStore, type RepositoryStore } from './repositories.js'
import { createRunQueueStore, type RunQueueStore } from './run-queue.js'
import { createTriggerOccurrenceStore, type TriggerOccurrenceStore } from './trigger-occurrences.js'
import { createWorkflowEventStore, type WorkflowEventStore } from './workflow-events.js'
import { createUserStore, type UserStore } from './users.js'
import { createWorkflowRunStore, type WorkflowRunStore } from './workflow-runs.js'
import { createWorkflowTriggerStore, type WorkflowTriggerStore } from './workflow-triggers.js'
import { createWorkflowStore, type WorkflowStore } from './workflows.js'

/** Everything the control plane keeps. Methods are synchronous and throw ServiceError `unavailable`. */
export interface ControlPlaneStore {
  organizations: OrganizationStore
  apiKeys: ApiKeyStore
  users: UserStore
  members: MemberStore
  invitations: InvitationStore
  browserSessions: BrowserSessionStore
  auditEntries: AuditEntryStore
  projects: ProjectStore
  projectSettings: ProjectSettingsStore
  dsnKeys: DsnKeyStore
  issues: IssueStore
  issueFingerprints: IssueFingerprintStore
  issueSearch: IssueSearchStore
  issueStates: IssueStateStore
  issueActivities: IssueActivityStore
  issueDeletions: IssueDeletionStore
  discardedFingerprints: DiscardedFingerprintStore
  projectReleases: ProjectReleaseStore
  agentSessions: AgentSessionStore
  repositories: RepositoryStore
  deployments: DeploymentStore
  changes: ChangeStore
  workflows: WorkflowStore
  workflowRuns: WorkflowRunStore
  runQueue: RunQueueStore
  workflowTriggers: WorkflowTriggerStore
  workflowEvents: WorkflowEventStore
  triggerOccurrences: TriggerOccurrenceStore
  engineLeases: EngineLeaseStore
  alertRules: AlertRuleStore
  alertSubjects: AlertSubjectStore
  alerts: AlertStore
  announcedReleases: AnnouncedReleaseStore
  artifactBundles: ArtifactBundleStore
  artifactFiles: ArtifactFileStore
  maintenanceWindows: MaintenanceWindowStore
  newIssues: NewIssueStore
  notificationChannels: NotificationChannelStore
  notices: NoticeStore
  noticeMessages: NoticeMessageStore
  /** Runs work as one transaction: all of it is kept, or nothing when it throws. */
  transact<T>(work: () => T): T
  close(): void
}

/** @throws DatabaseUnusable */
export function openStore(dataDirectory: string, onStatement?: StatementObserver): ControlPlaneStore {
  const database = openDatabase(dataDirectory, onStatement)
  return {
    organizations: createOrganizationStore(database),
    apiKeys: createApiKeyStore(database),
    users: createUserStore(database),
    members: createMemberStore(database),
    invitations: createInvitationStore(database),
    browserSessions: createBrowserSessionStore(database),
    auditEntries: createAuditEntryStore(database),
    projects: createProjectStore(database),
    projectSettings: createProjectSettingsStore(database),
    dsnKeys: createDsnKeyStore(database),
    issues: createIssueStore(database),
    issueFingerprints: createIssueFingerprintStore(database),
    issueSearch: createIssueSearchStore(database),
    issueStates: createIssueStateStore(database),
    issueActivities: createIssueActivityStore(database),
    issueDeletions: createIssueDeletionStore(database),
    discardedFingerprints: createDiscardedFingerprintStore(database),
    projectReleases: createProjectReleaseStore(database),
    agentSessions: createAgentSessionStore(database),
    repositories: createRepositoryStore(database),
    deployments: createDeploymentStore(database),
    changes: createChangeStore(database),
    workflows: createWorkflowStore(database),
    workflowRuns: createWorkflowRunStore(database),
    runQueue: createRunQueueStore(database),
    workflowTriggers: createWorkflowTriggerStore(database),
    workflowEvents: createWorkflowEventStore(database),
    triggerOccurrences: createTriggerOccurrenceStore(database),
    engineLeases: createEngineLeaseStore(database),
    alertRules: createAlertRuleStore(database),
    alertSubjects: createAlertSubjectStore(database),
    alerts: createAlertStore(database),
    announcedReleases: createAnnouncedReleaseStore(database),
    artifactBundles: createArtifactBundleStore(database),
    artifactFiles: createArtifactFileStore(database),
    maintenanceWindows: createMaintenanceWindowStore(database),
    newIssues: createNewIssueStore(database),
    notificationChannels: createNotificationChannelStore(database),
    notices: createNoticeStore(database),
    noticeMessages: createNoticeMessageStore(database),
    transact: (work) => useDatabase(() => database.transaction(work).immediate()),
    close: () => {
      database.close()
    },
  }
}
