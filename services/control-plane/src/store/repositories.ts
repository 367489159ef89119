import { useDatabase, type ControlPlaneDatabase } from './database.js'

export interface RepositoryRow {
  id: string
  organization_id: string
  /** `owner/name`, unique in the organization. */
  full_name: string
  project_id: string | null
  /** Unix milliseconds. */
  created_at: number
}

export interface RepositoryStore {
  /** By name. */
  list(organizationId: string): RepositoryRow[]
  find(organizationId: string, fullName: string): RepositoryRow | undefined
  /** Does nothing when the organization has a repository of this name. */
  insert(row: RepositoryRow): void
}

export function createRepositoryStore(database: ControlPlaneDatabase): RepositoryStore {
  const list = database.prepare<[string], RepositoryRow>(
    'SELECT * FROM repositories WHERE organization_id = ? ORDER BY full_name',
  )
  const find = database.prepare<[string, string], RepositoryRow>(
    'SELECT * FROM repositories WHERE organization_id = ? AND full_name = ?',
  )
  const insert = database.prepare<[RepositoryRow]>(
    `INSERT INTO repositories (id, organization_id, full_name, project_id, created_at)
     VALUES (@id, @organization_id, @full_name, @project_id, @created_at)
     ON CONFLICT (organization_id, full_name) DO NOTHING`,
  )
  return {
    list: (organizationId) => useDatabase(() => list.all(organizationId)),
    find: (organizationId, fullName) => useDatabase(() => find.get(organizationId, fullName)),
    insert: (row) => {
      useDatabase(() => insert.run(row))
    },
  }
}
