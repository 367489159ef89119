import { useDatabase, type ControlPlaneDatabase } from '../../database/database.js'

/** Times are Unix milliseconds. */
export interface MaintenanceWindowRow {
  id: string
  organization_id: string
  /** JSON of the window as written. */
  definition: string
  created_at: number
  updated_at: number
}

export interface MaintenanceWindowStore {
  find(organizationId: string, id: string): MaintenanceWindowRow | undefined
  /** Newest first, ties by id. */
  list(page: { organizationId: string; limit: number; offset: number }): MaintenanceWindowRow[]
  count(organizationId: string): number
  /** Inserts a window or replaces the one with its id. */
  put(row: MaintenanceWindowRow): void
  delete(id: string): void
}

export function createMaintenanceWindowStore(database: ControlPlaneDatabase): MaintenanceWindowStore {
  const find = database.prepare<[string, string], MaintenanceWindowRow>(
    'SELECT * FROM maintenance_windows WHERE organization_id = ? AND id = ?',
  )
  const list = database.prepare<[object], MaintenanceWindowRow>(
    `SELECT * FROM maintenance_windows WHERE organization_id = @organizationId
     ORDER BY created_at DESC, id DESC LIMIT @limit OFFSET @offset`,
  )
  const count = database
    .prepare<[string], number>('SELECT count(*) FROM maintenance_windows WHERE organization_id = ?')
    .pluck()
  const put = database.prepare<[MaintenanceWindowRow]>(
    `INSERT INTO maintenance_windows (id, organization_id, definition, created_at, updated_at)
     VALUES (@id, @organization_id, @definition, @created_at, @updated_at)
     ON CONFLICT (id) DO UPDATE SET definition = @definition, updated_at = @updated_at`,
  )
  const remove = database.prepare<[string]>('DELETE FROM maintenance_windows WHERE id = ?')
  return {
    find: (organizationId, id) => useDatabase(() => find.get(organizationId, id)),
    list: (page) => useDatabase(() => list.all(page)),
    count: (organizationId) => useDatabase(() => count.get(organizationId) ?? 0),
    put: (row) => {
      useDatabase(() => put.run(row))
    },
    delete: (id) => {
      useDatabase(() => remove.run(id))
    },
  }
}
