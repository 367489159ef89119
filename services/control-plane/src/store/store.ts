import { createApiKeyStore, type ApiKeyStore } from './api-keys.js'
import { openDatabase, useDatabase } from './database.js'
import { createOrganizationStore, type OrganizationStore } from './organizations.js'
import { createProjectStore, type ProjectStore } from './projects.js'

/** Everything the control plane keeps. Methods are synchronous and throw ServiceError `unavailable`. */
export interface ControlPlaneStore {
  organizations: OrganizationStore
  apiKeys: ApiKeyStore
  projects: ProjectStore
  /** Runs work as one transaction: all of it is kept, or nothing when it throws. */
  transact<T>(work: () => T): T
  close(): void
}

/** @throws DatabaseUnusable */
export function openStore(dataDirectory: string): ControlPlaneStore {
  const database = openDatabase(dataDirectory)
  return {
    organizations: createOrganizationStore(database),
    apiKeys: createApiKeyStore(database),
    projects: createProjectStore(database),
    transact: (work) => useDatabase(() => database.transaction(work).immediate()),
    close: () => {
      database.close()
    },
  }
}
