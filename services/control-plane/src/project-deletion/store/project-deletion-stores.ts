import type { AlertStores } from '../../alerts/store/alert-stores.js'
import type { ControlPlaneDatabase } from '../../database/database.js'
import { createProjectDeletionStore, type ProjectDeletionStore } from './project-deletions.js'

/** The tables of deleted projects. */
export interface ProjectDeletionTables {
  projectDeletions: ProjectDeletionStore
}

/** All tables that this domain reads and writes: its own and those of the domains below it. */
export interface ProjectDeletionStores extends ProjectDeletionTables, AlertStores {}

export function createProjectDeletionTables(database: ControlPlaneDatabase): ProjectDeletionTables {
  return { projectDeletions: createProjectDeletionStore(database) }
}
