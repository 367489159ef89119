import type { StoreClient } from './client.js'
import { eraseRows } from './erase-rows.js'
import { ofProject } from './mutate-rows.js'
import { tableNames, tables, type TableName } from './tables/index.js'

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
      // Known by their events only: before these.
      let rows = await eraseRows(client, { ...revisionsOf, parameters }, signal)
      for (const table of tablesOfProjects) {
        rows += await eraseRows(client, { table, condition: ofProject, parameters }, signal)
      }
      return rows
    },
  }
}

/** What stored events were to become when a crash came. */
const revisionsOf = {
  table: 'event_revisions',
  condition: `event_id IN (SELECT event_id FROM events WHERE ${ofProject})`,
} as const

/** The ledger stays: it adds up only as a whole. */
const tablesOfProjects: readonly TableName[] = tableNames.filter(
  (table) => table !== 'outcomes' && 'project_id' in tables[table].columns,
)
