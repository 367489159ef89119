import { createAgentSessionStore, type AgentSessionStore } from './sessions/store/agent-sessions.js'
import { createAlertRuleStore, type AlertRuleStore } from './alerts/store/alert-rules.js'
import { createAlertSubjectStore, type AlertSubjectStore } from './alerts/store/alert-subjects.js'
import { createAlertStore, type AlertStore } from './alerts/store/alerts.js'
import { createApiKeyStore, type ApiKeyStore } from './identity/store/api-keys.js'
import { createAuditEntryStore, type AuditEntryStore } from './audit/store/audit-entries.js'
import { createBrowserSessionStore, type BrowserSessionStore } from './identity/store/browser-sessions.js'
import { createChangeStore, type ChangeStore } from './deployments/store/changes.js'
import { openDatabase, useDatabase, type StatementObserver } from './database/database.js'
import { createDeploymentStore, type DeploymentStore } from './deployments/store/deployments.js'
import {
  createDiscardedFingerprintStore,
  type DiscardedFingerprintStore,
} from './issues/store/discarded-fingerprints.js'
import { createDsnKeyStore, type DsnKeyStore } from './projects/store/dsn-keys.js'
import { createEngineLeaseStore, type EngineLeaseStore } from './scheduling/engine-leases.js'
import { createInvitationStore, type InvitationStore } from './identity/store/invitations.js'
import { createIssueActivityStore, type IssueActivityStore } from './issues/store/issue-activities.js'
import { createIssueDeletionStore, type IssueDeletionStore } from './issues/store/issue-deletions.js'
import { createIssueFingerprintStore, type IssueFingerprintStore } from './issues/store/issue-fingerprints.js'
import { createIssueSearchStore, type IssueSearchStore } from './issues/store/issue-search.js'
import { createIssueStateStore, type IssueStateStore } from './issues/store/issue-states.js'
import { createIssueStore, type IssueStore } from './issues/store/issues.js'
import { createMaintenanceWindowStore, type MaintenanceWindowStore } from './alerts/store/maintenance-windows.js'
import { createMemberStore, type MemberStore } from './identity/store/members.js'
import { createNoticeMessageStore, type NoticeMessageStore } from './notifications/store/notice-messages.js'
import { createNoticeStore, type NoticeStore } from './notifications/store/notices.js'
import {
  createNotificationChannelStore,
  type NotificationChannelStore,
} from './notifications/store/notification-channels.js'
import { createNewIssueStore, type NewIssueStore } from './issues/store/new-issues.js'
import { createOrganizationStore, type OrganizationStore } from './identity/store/organizations.js'
import { createProjectReleaseStore, type ProjectReleaseStore } from './issues/store/project-releases.js'
import { createProjectSettingsStore, type ProjectSettingsStore } from './projects/store/project-settings.js'
import { createProjectStore, type ProjectStore } from './projects/store/projects.js'
import { createRepositoryStore, type RepositoryStore } from './deployments/store/repositories.js'
import { createRunQueueStore, type RunQueueStore } from './workflows/store/run-queue.js'
import { createTriggerOccurrenceStore, type TriggerOccurrenceStore } from './workflows/store/trigger-occurrences.js'
import { createWorkflowEventStore, type WorkflowEventStore } from './workflows/store/workflow-events.js'
import { createUserStore, type UserStore } from './identity/store/users.js'
import { createWorkflowRunStore, type WorkflowRunStore } from './workflows/store/workflow-runs.js'
import { createWorkflowTriggerStore, type WorkflowTriggerStore } from './workflows/store/workflow-triggers.js'
import { createWorkflowStore, type WorkflowStore } from './workflows/store/workflows.js'

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
