import type { Route } from '@signalbox/service-kit'
import { createAlertRoutes, type AlertRouteDependencies } from './alerts/routes.js'
import { createArtifactRoutes } from './artifacts/routes.js'
import type { ArtifactRouteDependencies } from './artifacts/route-dependencies.js'
import { auditRoute, type AuditRouteDependencies } from './audit/audit-routes.js'
import { createAuditRoutes } from './audit/routes.js'
import { createBackupRoutes, type BackupRouteDependencies } from './backup/routes.js'
import { createDeadLetterRoutes, type DeadLetterRouteDependencies } from './dead-letters/routes.js'
import { createDeploymentRoutes } from './deployments/routes.js'
import type { IdentityRouteDependencies } from './identity/route-dependencies.js'
import { createIdentityRoutes } from './identity/routes.js'
import { createIssueRoutes } from './issues/routes.js'
import { createNotificationRoutes, type NotificationRouteDependencies } from './notifications/routes.js'
import { createProjectDeletionRoutes, type ProjectDeletionRouteDependencies } from './project-deletion/routes.js'
import type { ProjectRouteDependencies } from './projects/route-dependencies.js'
import { createProjectRoutes } from './projects/routes.js'
import { createSentryApiRoutes } from './sentry-api/routes.js'
import { createSessionRoutes, type SessionRouteDependencies } from './sessions/routes.js'
import { createSystemRoutes, type SystemRouteDependencies } from './system/routes.js'
import { createWorkflowRoutes } from './workflows/routes.js'

/** Dependencies of the routes of all domains. */
export type RouteDependencies = AlertRouteDependencies &
  ArtifactRouteDependencies &
  AuditRouteDependencies &
  BackupRouteDependencies &
  DeadLetterRouteDependencies &
  IdentityRouteDependencies &
  NotificationRouteDependencies &
  ProjectDeletionRouteDependencies &
  ProjectRouteDependencies &
  SessionRouteDependencies &
  SystemRouteDependencies

/** All routes of the control plane, with audit logging. */
export function createRoutes(dependencies: RouteDependencies): Route[] {
  const hasAlertRule = (organizationId: string, id: string) =>
    dependencies.store.alertRules.find(organizationId, id) !== undefined
  return [
    ...createIdentityRoutes(dependencies),
    ...createAuditRoutes(dependencies),
    ...createProjectRoutes(dependencies),
    ...createNotificationRoutes(dependencies),
    ...createIssueRoutes(dependencies),
    ...createArtifactRoutes(dependencies),
    ...createSentryApiRoutes(dependencies),
    ...createSessionRoutes(dependencies),
    ...createDeploymentRoutes(dependencies),
    ...createWorkflowRoutes({ ...dependencies, hasAlertRule }),
    ...createAlertRoutes(dependencies),
    ...createProjectDeletionRoutes(dependencies),
    ...createSystemRoutes(dependencies),
    ...createBackupRoutes(dependencies),
    ...createDeadLetterRoutes(dependencies),
  ].map((route) => auditRoute(route, dependencies))
}
