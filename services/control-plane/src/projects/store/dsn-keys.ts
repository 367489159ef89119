import { useDatabase, type ControlPlaneDatabase } from '../../database/database.js'

/** A public key of a project's DSN. */
export interface DsnKeyRow {
  id: string
  project_id: string
  public_key: string
  is_active: 0 | 1
  ingest_limit_per_minute: number | null
  /** JSON array. */
  quotas: string
  /** Unix milliseconds. */
  created_at: number
}

/** Owner of an active key. */
export interface DsnKeyOwnerRow {
  key_id: string
  organization_id: string
  project_id: string
  number: number
  name: string
  is_project_active: 0 | 1
  ingest_limit_per_minute: number | null
  quotas: string
}

export interface DsnKeyStore {
  /** Oldest first. */
  list(projectId: string): DsnKeyRow[]
  find(projectId: string, id: string): DsnKeyRow | undefined
  /** Undefined also for inactive keys. */
  findOwner(publicKey: string): DsnKeyOwnerRow | undefined
  /** True if a key of any project has it. */
  isTaken(publicKey: string): boolean
  insert(row: DsnKeyRow): void
  /** Updates the mutable columns: activation and limits. */
  update(row: DsnKeyRow): void
  deleteAll(projectId: string): void
}

export function createDsnKeyStore(database: ControlPlaneDatabase): DsnKeyStore {
  const list = database.prepare<[string], DsnKeyRow>(
    'SELECT * FROM dsn_keys WHERE project_id = ? ORDER BY created_at, rowid',
  )
  const find = database.prepare<[string, string], DsnKeyRow>('SELECT * FROM dsn_keys WHERE project_id = ? AND id = ?')
  const findOwner = database.prepare<[string], DsnKeyOwnerRow>(
    `SELECT dsn_keys.id AS key_id, organization_id, project_id, number, name,
       projects.is_active AS is_project_active, ingest_limit_per_minute, quotas
     FROM dsn_keys JOIN projects ON projects.id = project_id
     WHERE public_key = ? AND dsn_keys.is_active = 1`,
  )
  const isTaken = database.prepare<[string], 1>('SELECT 1 FROM dsn_keys WHERE public_key = ?').pluck()
  const insert = database.prepare<[DsnKeyRow]>(
    `INSERT INTO dsn_keys (id, project_id, public_key, is_active, ingest_limit_per_minute, quotas, created_at)
     VALUES (@id, @project_id, @public_key, @is_active, @ingest_limit_per_minute, @quotas, @created_at)`,
  )
  const update = database.prepare<[DsnKeyRow]>(
    `UPDATE dsn_keys SET is_active = @is_active, ingest_limit_per_minute = @ingest_limit_per_minute, quotas = @quotas
     WHERE id = @id`,
  )
  const deleteAll = database.prepare<[string]>('DELETE FROM dsn_keys WHERE project_id = ?')
  return {
    list: (projectId) => useDatabase(() => list.all(projectId)),
    find: (projectId, id) => useDatabase(() => find.get(projectId, id)),
    findOwner: (publicKey) => useDatabase(() => findOwner.get(publicKey)),
    isTaken: (publicKey) => useDatabase(() => isTaken.get(publicKey)) !== undefined,
    insert: (row) => {
      useDatabase(() => insert.run(row))
    },
    update: (row) => {
      useDatabase(() => update.run(row))
    },
    deleteAll: (projectId) => {
      useDatabase(() => deleteAll.run(projectId))
    },
  }
}
