import { useDatabase, type ControlPlaneDatabase } from '../database/database.js'

/** Who looks after something, of several processes on the same database. `expires_at` in Unix milliseconds. */
export interface EngineLeaseRow {
  name: string
  owner: string
  /** Counts up with every change of owner. */
  token: number
  expires_at: number
}

export interface EngineLeaseStore {
  find(name: string): EngineLeaseRow | undefined
  /** Writes the lease, in the place of the one before. */
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
