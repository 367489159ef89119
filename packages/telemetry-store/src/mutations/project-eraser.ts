import type { StoreClient } from '../client.js'
import type { AlterableTable } from '../cluster/cluster-tables.js'
import { eraseRows } from './erase-rows.js'
import { ofProject } from './mutate-rows.js'
import { tableNames, tables } from '../tables/index.js'

/** Permanently deletes the telemetry of projects. */
export interface ProjectEraser {
  /**
   * Deletes all rows of a project except its counts in the ledger. When it resolves, they are gone on all replicas.
   * Idempotent. Rows that are stored afterwards reappear; callers must handle that.
   * @returns the number of deleted rows.
   * @throws StoreError if the store is unreachable or refuses, or the signal's reason if aborted between two
   * statements; some of the rows may already be deleted.
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

/** Excludes the ledger, which only adds up if complete. Includes event revisions left behind by a crash. */
const tablesOfProjects: readonly AlterableTable[] = [
  'event_revisions',
  ...tableNames.filter((table) => table !== 'outcomes' && 'project_id' in tables[table].columns),
]
