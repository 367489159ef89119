import { createOrganizations } from './0001-create-organizations.js'
import { createProjects } from './0002-create-projects.js'
import { createProjectSettings } from './0003-create-project-settings.js'
import { createIssues } from './0004-create-issues.js'
import { createAgentSessions } from './0005-create-agent-sessions.js'
import { createDeploymentsAndChanges } from './0006-create-deployments-and-changes.js'
import { createWorkflows } from './0007-create-workflows.js'
import { createMembers } from './0008-create-members.js'
import { createAuditLog } from './0009-create-audit-log.js'
import { createWorkflowEngine } from './0010-create-workflow-engine.js'
import { carryOutAgentSessions } from './0011-carry-out-agent-sessions.js'
import { coverFiltersOfChanges } from './0013-cover-filters-of-changes.js'
import { giveIssuesALife } from './0014-give-issues-a-life.js'
import { deleteIssues } from './0015-delete-issues.js'
import { linkRepositoriesToProjects } from './0016-link-repositories-to-projects.js'
import { createNotices } from './0017-create-notices.js'
import { createAlerts } from './0018-create-alerts.js'
import { createArtifacts } from './0040-create-artifacts.js'
import { createReleases } from './0041-create-releases.js'

/** In the order in which they are applied. Add at the end; never edit one that was released. */
export const migrations: readonly string[] = [
  createOrganizations,
  createProjects,
  createProjectSettings,
  createIssues,
  createAgentSessions,
  createDeploymentsAndChanges,
  createWorkflows,
  createMembers,
  createAuditLog,
  createWorkflowEngine,
  carryOutAgentSessions,
  coverFiltersOfChanges,
  giveIssuesALife,
  deleteIssues,
  createNotices,
  linkRepositoriesToProjects,
  createAlerts,
  createArtifacts,
  createReleases,
]
