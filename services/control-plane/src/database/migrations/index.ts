import type { Migration } from '../migrate.js'
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
import { openKindsOfChannels } from './0019-open-kinds-of-channels.js'
import { createArtifacts } from './0040-create-artifacts.js'
import { createResymbolications } from './0042-create-resymbolications.js'
import { createReleases } from './0041-create-releases.js'
import { versionSourceMapIndexes } from './0043-version-source-map-indexes.js'
import { strengthenSignIn } from './0044-strengthen-sign-in.js'
import { createPasswordResets } from './0045-create-password-resets.js'
import { countRefusals } from './0046-count-refusals.js'
import { keepReviewsOfSessions } from './0047-keep-reviews-of-sessions.js'
import { deleteProjects } from './0048-delete-projects.js'
import { createPasskeys } from './0049-create-passkeys.js'
import { createIssueViews } from './0050-create-issue-views.js'
import { checkBlobs } from './0051-check-blobs.js'
import { fillInSources } from './0052-fill-in-sources.js'
import { createSystemSamples } from './0053-create-system-samples.js'
import { measureArtifacts } from './0054-measure-artifacts.js'
import { countChanges } from './0055-count-changes.js'
import { countAutomation } from './0056-count-automation.js'
import { countIssues } from './0057-count-issues.js'

/** In the order in which they are applied. Append new ones; never edit a released one. */
export const migrations: readonly Migration[] = [
  { name: '0001-create-organizations', sql: createOrganizations },
  { name: '0002-create-projects', sql: createProjects },
  { name: '0003-create-project-settings', sql: createProjectSettings },
  { name: '0004-create-issues', sql: createIssues },
  { name: '0005-create-agent-sessions', sql: createAgentSessions },
  { name: '0006-create-deployments-and-changes', sql: createDeploymentsAndChanges },
  { name: '0007-create-workflows', sql: createWorkflows },
  { name: '0008-create-members', sql: createMembers },
  { name: '0009-create-audit-log', sql: createAuditLog },
  { name: '0010-create-workflow-engine', sql: createWorkflowEngine },
  { name: '0011-carry-out-agent-sessions', sql: carryOutAgentSessions },
  { name: '0013-cover-filters-of-changes', sql: coverFiltersOfChanges },
  { name: '0014-give-issues-a-life', sql: giveIssuesALife },
  { name: '0015-delete-issues', sql: deleteIssues },
  { name: '0016-link-repositories-to-projects', sql: linkRepositoriesToProjects },
  { name: '0017-create-notices', sql: createNotices },
  { name: '0018-create-alerts', sql: createAlerts },
  { name: '0019-open-kinds-of-channels', sql: openKindsOfChannels },
  { name: '0040-create-artifacts', sql: createArtifacts },
  { name: '0041-create-releases', sql: createReleases },
  { name: '0042-create-resymbolications', sql: createResymbolications },
  { name: '0043-version-source-map-indexes', sql: versionSourceMapIndexes },
  { name: '0044-strengthen-sign-in', sql: strengthenSignIn },
  { name: '0045-create-password-resets', sql: createPasswordResets },
  { name: '0046-count-refusals', sql: countRefusals },
  { name: '0047-keep-reviews-of-sessions', sql: keepReviewsOfSessions },
  { name: '0048-delete-projects', sql: deleteProjects },
  { name: '0049-create-passkeys', sql: createPasskeys },
  { name: '0050-create-issue-views', sql: createIssueViews },
  { name: '0051-check-blobs', sql: checkBlobs },
  { name: '0052-fill-in-sources', sql: fillInSources },
  { name: '0053-create-system-samples', sql: createSystemSamples },
  { name: '0054-measure-artifacts', sql: measureArtifacts },
  { name: '0055-count-changes', sql: countChanges },
  { name: '0056-count-automation', sql: countAutomation },
  { name: '0057-count-issues', sql: countIssues },
]

/** Migrations from before the ledger, when a database only stored their number: 0017 was released before 0016. */
export const countedMigrations: readonly Migration[] = migrations
  .slice(0, 17)
  .sort((one, other) => countedPlace(one) - countedPlace(other))

function countedPlace({ name }: Migration): number {
  return name.startsWith('0017') ? 15.5 : Number(name.slice(0, 4))
}
