import { createAuditTables } from './audit/store/audit-stores.js'
import { createLeaseTables } from './scheduling/lease-stores.js'
import { createIdentityTables } from './identity/store/identity-stores.js'
import { createProjectTables } from './projects/store/project-stores.js'
import { createSessionTables } from './sessions/store/session-stores.js'
import { createWorkflowTables } from './workflows/store/workflow-stores.js'
import { createDeploymentTables } from './deployments/store/deployment-stores.js'
import { createIssueTables } from './issues/store/issue-stores.js'
import { createNotificationTables } from './notifications/store/notification-stores.js'
import { createArtifactTables, type ArtifactStores } from './artifacts/store/artifact-stores.js'
import { createAlertTables, type AlertStores } from './alerts/store/alert-stores.js'
import { openDatabase, useDatabase, type StatementObserver } from './database/database.js'

/** Everything the control plane keeps. Methods are synchronous and throw ServiceError `unavailable`. */
export interface ControlPlaneStore extends AlertStores, ArtifactStores {
  close(): void
}

/** @throws DatabaseUnusable */
export function openStore(dataDirectory: string, onStatement?: StatementObserver): ControlPlaneStore {
  const database = openDatabase(dataDirectory, onStatement)
  return {
    ...createAuditTables(database),
    ...createLeaseTables(database),
    ...createIdentityTables(database),
    ...createProjectTables(database),
    ...createArtifactTables(database),
    ...createSessionTables(database),
    ...createWorkflowTables(database),
    ...createDeploymentTables(database),
    ...createIssueTables(database),
    ...createNotificationTables(database),
    ...createAlertTables(database),
    transact: (work) => useDatabase(() => database.transaction(work).immediate()),
    close: () => {
      database.close()
    },
  }
}
