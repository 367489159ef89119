import type { StoreClient } from './client.js'
import type { AlterableTable } from './cluster/cluster-tables.js'
import { eraseRows } from './erase-rows.js'
import { ofProject } from './mutate-rows.js'
import { tableNames, tables } from './tables/index.js'

/** Deletes the telemetry of projects for good. */
export interface ProjectEraser {
  /**
   * Deletes all rows of a project but its counts in the ledger; when it resolves they are gone, on all replicas. Erasing
   * again finds nothing. Rows that are stored afterwards come back: see who calls it.
   * @returns rows that were deleted.
   * @throws StoreError when the store cannot be reached or refuses, and the signal's reason between two statements; some
   * of the rows may be gone then.
   */
  eraseProject(project: { organizationId: string; projectId: string }, signal?: AbortSignal): Promise<number>
}

export function createProjectEraser(client: StoreClient): ProjectEraser {
  return {
    eraseProject: async ({ organizationId, projectId }, signal) => {
      const parameters = { organizationId, projectId }
      let rows = 0
      for (const table of tablesOfProjects) {
        rows += await eraseRows(client, { table, condition: ofProject, parameters }, signal)
      }
      return rows
    },
  }
}

/** The ledger stays: it adds up only as a whole. What a crash left of events that were revised goes. */
const tablesOfProjects: readonly AlterableTable[] = [
  'event_revisions',
  ...tableNames.filter((table) => table !== 'outcomes' && 'project_id' in tables[table].columns),
]
