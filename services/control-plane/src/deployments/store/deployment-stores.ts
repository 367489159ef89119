import type { ControlPlaneDatabase } from '../../database/database.js'
import type { WorkflowStores } from '../../workflows/store/workflow-stores.js'
import { createAnnouncedReleaseStore, type AnnouncedReleaseStore } from './announced-releases.js'
import { createChangeStore, type ChangeStore } from './changes.js'
import { createDeploymentStore, type DeploymentStore } from './deployments.js'
import { createRecordedTotalStore, type RecordedTotalStore } from './recorded-totals.js'
import { createRepositoryStore, type RepositoryStore } from './repositories.js'

/** The tables of deployments, changes and repositories. */
export interface DeploymentTables {
  announcedReleases: AnnouncedReleaseStore
  changes: ChangeStore
  deployments: DeploymentStore
  recordedTotals: RecordedTotalStore
  repositories: RepositoryStore
}

/** All tables that this domain reads and writes: its own and those of the domains below it. */
export interface DeploymentStores extends DeploymentTables, WorkflowStores {}

export function createDeploymentTables(database: ControlPlaneDatabase): DeploymentTables {
  return {
    announcedReleases: createAnnouncedReleaseStore(database),
    changes: createChangeStore(database),
    deployments: createDeploymentStore(database),
    recordedTotals: createRecordedTotalStore(database),
    repositories: createRepositoryStore(database),
  }
}
