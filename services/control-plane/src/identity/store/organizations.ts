import { useDatabase, type ControlPlaneDatabase } from '../../database/database.js'

export interface OrganizationRow {
  id: string
  name: string
  /** Unix milliseconds. */
  created_at: number
}

export interface OrganizationStore {
  find(id: string): OrganizationRow | undefined
  /** Returns the organization created first; undefined in a new database. */
  findFirst(): OrganizationRow | undefined
  insert(row: OrganizationRow): void
  rename(id: string, name: string): void
}

export function createOrganizationStore(database: ControlPlaneDatabase): OrganizationStore {
  const find = database.prepare<[string], OrganizationRow>(
    'SELECT id, name, created_at FROM organizations WHERE id = ?',
  )
  const findFirst = database.prepare<[], OrganizationRow>(
    'SELECT id, name, created_at FROM organizations ORDER BY created_at, id LIMIT 1',
  )
  const insert = database.prepare<[OrganizationRow]>(
    'INSERT INTO organizations (id, name, created_at) VALUES (@id, @name, @created_at)',
  )
  const rename = database.prepare<[string, string]>('UPDATE organizations SET name = ? WHERE id = ?')
  return {
    find: (id) => useDatabase(() => find.get(id)),
    findFirst: () => useDatabase(() => findFirst.get()),
    insert: (row) => {
      useDatabase(() => insert.run(row))
    },
    rename: (id, name) => {
      useDatabase(() => rename.run(name, id))
    },
  }
}
