import { runInTransaction, runRead, type Database } from './database.js'

export interface OrganizationRow {
  id: string
  name: string
  created_at: number
}

export function createOrganizationStore(database: Database) {
  const insert = database.prepare('INSERT INTO organizations (id, name, created_at) VALUES (@id, @name, @created_at)')
  const selectById = database.prepare<[string], OrganizationRow>('SELECT * FROM organizations WHERE id = ?')
  const selectFirst = database.prepare<[], OrganizationRow>(
    'SELECT * FROM organizations ORDER BY created_at, id LIMIT 1',
  )
  return {
    insert: (row: OrganizationRow): void => {
      runInTransaction(database, () => insert.run(row))
    },
    /** @returns undefined when there is no such organization. */
    find: (id: string): OrganizationRow | undefined => runRead(() => selectById.get(id)),
    /** @returns undefined before the first start has made one. */
    findFirst: (): OrganizationRow | undefined => runRead(() => selectFirst.get()),
  }
}
export type OrganizationStore = ReturnType<typeof createOrganizationStore>
