import type { ControlPlaneDatabase } from '../../database/database.js'
import type { IdentityStores } from '../../identity/store/identity-stores.js'
import { createDsnKeyStore, type DsnKeyStore } from './dsn-keys.js'
import { createProjectSettingsStore, type ProjectSettingsStore } from './project-settings.js'
import { createProjectStore, type ProjectStore } from './projects.js'

/** Tables of projects, their settings and DSN keys. */
export interface ProjectTables {
  dsnKeys: DsnKeyStore
  projectSettings: ProjectSettingsStore
  projects: ProjectStore
}

/** Tables that this domain accesses: its own and those of the domains below it. */
export interface ProjectStores extends ProjectTables, IdentityStores {}

export function createProjectTables(database: ControlPlaneDatabase): ProjectTables {
  return {
    dsnKeys: createDsnKeyStore(database),
    projectSettings: createProjectSettingsStore(database),
    projects: createProjectStore(database),
  }
}
