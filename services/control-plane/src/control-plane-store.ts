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
import { createAlertTables } from './alerts/store/alert-stores.js'
import {
  createProjectDeletionTables,
  type ProjectDeletionStores,
} from './project-deletion/store/project-deletion-stores.js'
import { createSystemTables, type SystemStores } from './system/store/system-stores.js'
import { openDatabase, useDatabase, type ControlPlaneDatabase, type StatementObserver } from './database/database.js'
import { defaultSecretKeyFile, openSealer } from './sealing/open-sealer.js'
import type { Sealer } from './sealing/sealer.js'

/** All stores of the control plane. Methods are synchronous and throw ServiceError `unavailable`. */
export interface ControlPlaneStore extends ProjectDeletionStores, ArtifactStores, SystemStores {
  close(): void
}

export interface StoreOptions {
  /** Key file for secrets. Default: next to the database. */
  secretKeyFile?: string | undefined
  onStatement?: StatementObserver | undefined
}

/** @throws DatabaseUnusable; SecretKeyFault if a key that something was encrypted with is missing. */
export function openStore(dataDirectory: string, options: StoreOptions = {}): ControlPlaneStore {
  const database = openDatabase(dataDirectory, options.onStatement)
  const sealer = openSealerOf(database, options.secretKeyFile ?? defaultSecretKeyFile(dataDirectory))
  return {
    ...createAuditTables(database),
    ...createLeaseTables(database),
    ...createIdentityTables(database, sealer),
    ...createProjectTables(database),
    ...createArtifactTables(database),
    ...createSessionTables(database),
    ...createWorkflowTables(database),
    ...createDeploymentTables(database),
    ...createIssueTables(database),
    ...createNotificationTables(database, sealer),
    ...createAlertTables(database),
    ...createProjectDeletionTables(database),
    ...createSystemTables(database),
    transact: (work) => useDatabase(() => database.transaction(work).immediate()),
    close: () => {
      database.close()
    },
  }
}

function openSealerOf(database: ControlPlaneDatabase, keyFile: string): Sealer {
  try {
    return openSealer(database, keyFile)
  } catch (cause) {
    database.close()
    throw cause
  }
}
