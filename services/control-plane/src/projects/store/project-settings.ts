import { limits } from '@signalbox/contracts'
import { useDatabase, type ControlPlaneDatabase } from '../../database/database.js'

/** One version of a project's settings. */
export interface ProjectSettingsRow {
  project_id: string
  /** Starts at 1. */
  version: number
  /** JSON. */
  settings: string
  /** Unix milliseconds. */
  created_at: number
  /** Id of the API key. */
  created_by: string
}

export interface ProjectSettingsStore {
  find(projectId: string, version: number): ProjectSettingsRow | undefined
  /** The version, or the oldest one after it if it has been deleted. */
  findFrom(projectId: string, version: number): ProjectSettingsRow | undefined
  /** Undefined if the settings are the defaults. */
  findNewest(projectId: string): ProjectSettingsRow | undefined
  /** Inserts the newest version, and deletes the oldest ones if there are too many. */
  insert(row: ProjectSettingsRow): void
}

export function createProjectSettingsStore(database: ControlPlaneDatabase): ProjectSettingsStore {
  const find = database.prepare<[string, number], ProjectSettingsRow>(
    'SELECT * FROM project_settings WHERE project_id = ? AND version = ?',
  )
  const findFrom = database.prepare<[string, number], ProjectSettingsRow>(
    'SELECT * FROM project_settings WHERE project_id = ? AND version >= ? ORDER BY version LIMIT 1',
  )
  const findNewest = database.prepare<[string], ProjectSettingsRow>(
    'SELECT * FROM project_settings WHERE project_id = ? ORDER BY version DESC LIMIT 1',
  )
  const insert = database.prepare<[ProjectSettingsRow]>(
    `INSERT INTO project_settings (project_id, version, settings, created_at, created_by)
     VALUES (@project_id, @version, @settings, @created_at, @created_by)`,
  )
  const deleteOld = database.prepare<[string, number]>(
    'DELETE FROM project_settings WHERE project_id = ? AND version <= ?',
  )
  return {
    find: (projectId, version) => useDatabase(() => find.get(projectId, version)),
    findFrom: (projectId, version) => useDatabase(() => findFrom.get(projectId, version)),
    findNewest: (projectId) => useDatabase(() => findNewest.get(projectId)),
    insert: (row) => {
      useDatabase(() => {
        insert.run(row)
        deleteOld.run(row.project_id, row.version - limits.settings.storedMax)
      })
    },
  }
}
