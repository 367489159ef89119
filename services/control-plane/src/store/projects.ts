import { runInTransaction, runRead, type Database } from './database.js'

export interface ProjectRow {
  number: number
  id: string
  organization_id: string
  name: string
  is_active: 0 | 1
  created_at: number
}

/** A project with the key that its DSN shows: the oldest active one. */
export interface ProjectWithKey extends ProjectRow {
  public_key: string
}

/** An active DSN key of an active project. */
export interface DsnKeyRow {
  key_id: string
  organization_id: string
  project_id: string
  project_number: number
  project_name: string
  ingest_limit_per_minute: number | null
}

export interface NewProject {
  id: string
  organization_id: string
  name: string
  created_at: number
  key_id: string
  public_key: string
}

const withKey = `SELECT projects.*, (
    SELECT public_key FROM dsn_keys
    WHERE project_number = projects.number ORDER BY is_active DESC, created_at, id LIMIT 1
  ) AS public_key
  FROM projects`

export function createProjectStore(database: Database) {
  const insertProject = database.prepare(
    'INSERT INTO projects (id, organization_id, name, created_at) VALUES (@id, @organization_id, @name, @created_at)',
  )
  const insertKey = database.prepare(
    `INSERT INTO dsn_keys (id, project_number, public_key, created_at)
     VALUES (@key_id, @number, @public_key, @created_at)`,
  )
  const selectOfOrganization = database.prepare<[string], ProjectWithKey>(
    `${withKey} WHERE organization_id = ? ORDER BY number`,
  )
  const selectByNumber = database.prepare<[number], ProjectWithKey>(`${withKey} WHERE number = ?`)
  const selectByIdOrNumber = database.prepare<[string, string, string], ProjectRow>(
    'SELECT * FROM projects WHERE organization_id = ? AND (id = ? OR CAST(number AS TEXT) = ?)',
  )
  const selectDsnKey = database.prepare<[string], DsnKeyRow>(
    `SELECT dsn_keys.id AS key_id, organization_id, projects.id AS project_id, number AS project_number,
       name AS project_name, ingest_limit_per_minute
     FROM dsn_keys JOIN projects ON number = project_number
     WHERE public_key = ? AND dsn_keys.is_active = 1 AND projects.is_active = 1`,
  )
  return {
    insert: (project: NewProject): ProjectWithKey =>
      runInTransaction(database, () => {
        const number = Number(insertProject.run(project).lastInsertRowid)
        insertKey.run({ ...project, number })
        const row = selectByNumber.get(number)
        if (row === undefined) throw new Error(`project ${number} was inserted and is not there`)
        return row
      }),
    /** Oldest first. */
    list: (organizationId: string): ProjectWithKey[] => runRead(() => selectOfOrganization.all(organizationId)),
    /** @returns undefined when the organization has no such project. */
    find: (organizationId: string, idOrNumber: string): ProjectRow | undefined =>
      runRead(() => selectByIdOrNumber.get(organizationId, idOrNumber, idOrNumber)),
    /** @returns undefined for unknown and disabled keys, and for keys of projects that are not active. */
    findDsnKey: (publicKey: string): DsnKeyRow | undefined => runRead(() => selectDsnKey.get(publicKey)),
  }
}
export type ProjectStore = ReturnType<typeof createProjectStore>
