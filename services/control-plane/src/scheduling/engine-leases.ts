import { useDatabase, type ControlPlaneDatabase } from '../database/database.js'

/** Lease on some work among processes that share a database. `expires_at` is in Unix milliseconds. */
export interface EngineLeaseRow {
  name: string
  owner: string
  /** Incremented with every change of owner. */
  token: number
  expires_at: number
}

export interface EngineLeaseStore {
  find(name: string): EngineLeaseRow | undefined
  /** Writes the lease, replacing the previous one. */
  put(row: EngineLeaseRow): void
}

export function createEngineLeaseStore(database: ControlPlaneDatabase): EngineLeaseStore {
  const find = database.prepare<[string], EngineLeaseRow>('SELECT * FROM engine_leases WHERE name = ?')
  const put = database.prepare<[EngineLeaseRow]>(
    `INSERT INTO engine_leases (name, owner, token, expires_at) VALUES (@name, @owner, @token, @expires_at)
     ON CONFLICT (name) DO UPDATE SET owner = @owner, token = @token, expires_at = @expires_at`,
  )
  return {
    find: (name) => useDatabase(() => find.get(name)),
    put: (row) => {
      useDatabase(() => put.run(row))
    },
  }
}
