import { useDatabase, type ControlPlaneDatabase } from '../../database/database.js'

/** How a discarded fingerprint is shown to people. */
export interface DiscardedFingerprintRow {
  project_id: string
  fingerprint: string
  title: string
  /** Unix milliseconds. */
  discarded_at: number
}

/** Project settings define which fingerprints are discarded; this store holds their descriptions. */
export interface DiscardedFingerprintStore {
  find(projectId: string, fingerprint: string): DiscardedFingerprintRow | undefined
  /** Replaces any existing entry for the fingerprint. */
  put(row: DiscardedFingerprintRow): void
  delete(projectId: string, fingerprint: string): void
}

export function createDiscardedFingerprintStore(database: ControlPlaneDatabase): DiscardedFingerprintStore {
  const find = database.prepare<[string, string], DiscardedFingerprintRow>(
    'SELECT * FROM discarded_fingerprints WHERE project_id = ? AND fingerprint = ?',
  )
  const put = database.prepare<[DiscardedFingerprintRow]>(
    `INSERT INTO discarded_fingerprints (project_id, fingerprint, title, discarded_at)
     VALUES (@project_id, @fingerprint, @title, @discarded_at)
     ON CONFLICT (project_id, fingerprint) DO UPDATE SET title = @title, discarded_at = @discarded_at`,
  )
  const remove = database.prepare<[string, string]>(
    'DELETE FROM discarded_fingerprints WHERE project_id = ? AND fingerprint = ?',
  )
  return {
    find: (projectId, fingerprint) => useDatabase(() => find.get(projectId, fingerprint)),
    put: (row) => {
      useDatabase(() => put.run(row))
    },
    delete: (projectId, fingerprint) => {
      useDatabase(() => remove.run(projectId, fingerprint))
    },
  }
}
