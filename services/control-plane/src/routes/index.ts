import type { Route } from '@signalbox/service-kit'
import { createCancelAgentSession } from './cancel-agent-session.js'
import { createChangeDsnKey } from './change-dsn-key.js'
import { createChangeProjectSettings } from './change-project-settings.js'
import { createCreateAgentSession } from './create-agent-session.js'
import { createCreateApiKey } from './create-api-key.js'
import { createCreateDsnKey } from './create-dsn-key.js'
import { createCreateTelemetryProject } from './create-telemetry-project.js'
import type { RouteDependencies } from './dependencies.js'
import { createListAgentSessions } from './list-agent-sessions.js'
import { createListApiKeys } from './list-api-keys.js'
import { createListDsnKeys } from './list-dsn-keys.js'
import { createListIssues } from './list-issues.js'
import { createListTelemetryProjects } from './list-telemetry-projects.js'
import { createMergeIssues } from './merge-issues.js'
import { createReadAgentSession } from './read-agent-session.js'
import { createReadIssue } from './read-issue.js'
import { createReadOrganization } from './read-organization.js'
import { createReadProjectSettings } from './read-project-settings.js'
import { createRevokeApiKey } from './revoke-api-key.js'
import { createUnmergeIssue } from './unmerge-issue.js'

/** All routes of the control plane. */
export function createRoutes(dependencies: RouteDependencies): Route[] {
  return [
    createReadOrganization(dependencies),
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
    createListIssues(dependencies),
    createReadIssue(dependencies),
    createMergeIssues(dependencies),
    createUnmergeIssue(dependencies),
    createListAgentSessions(dependencies),
    createCreateAgentSession(dependencies),
    createReadAgentSession(dependencies),
    createCancelAgentSession(dependencies),
  ]
}
