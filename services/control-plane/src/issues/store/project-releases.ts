import { useDatabase, type ControlPlaneDatabase } from '../../database/database.js'

/** A release that sent events to a project. */
export interface ProjectReleaseRow {
  project_id: string
  release: string
  /** When ingest received its first event, Unix milliseconds. */
  first_seen_at: number
}

export interface ProjectReleaseStore {
  find(projectId: string, release: string): ProjectReleaseRow | undefined
  /** Most recently first-seen first; ties by name. */
  listNewest(projectId: string, limit: number): ProjectReleaseRow[]
  /** Records a release; for a known one, the earlier time wins. */
  note(row: ProjectReleaseRow): void
  /** Removes releases beyond the project's limit, those first seen longest ago first. */
  trim(projectId: string, most: number): void
}

export function createProjectReleaseStore(database: ControlPlaneDatabase): ProjectReleaseStore {
  const find = database.prepare<[string, string], ProjectReleaseRow>(
    'SELECT * FROM project_releases WHERE project_id = ? AND release = ?',
  )
  const listNewest = database.prepare<[string, number], ProjectReleaseRow>(
    'SELECT * FROM project_releases WHERE project_id = ? ORDER BY first_seen_at DESC, release DESC LIMIT ?',
  )
  const note = database.prepare<[ProjectReleaseRow]>(
    `INSERT INTO project_releases (project_id, release, first_seen_at) VALUES (@project_id, @release, @first_seen_at)
     ON CONFLICT (project_id, release) DO UPDATE SET first_seen_at = min(first_seen_at, @first_seen_at)`,
  )
  const trim = database.prepare<[{ projectId: string; most: number }]>(
    `DELETE FROM project_releases WHERE project_id = @projectId AND release IN (
       SELECT release FROM project_releases WHERE project_id = @projectId
       ORDER BY first_seen_at DESC, release DESC LIMIT -1 OFFSET @most
     )`,
  )
  return {
    find: (projectId, release) => useDatabase(() => find.get(projectId, release)),
    listNewest: (projectId, limit) => useDatabase(() => listNewest.all(projectId, limit)),
    note: (row) => {
      useDatabase(() => note.run(row))
    },
    trim: (projectId, most) => {
      useDatabase(() => trim.run({ projectId, most }))
    },
  }
}
